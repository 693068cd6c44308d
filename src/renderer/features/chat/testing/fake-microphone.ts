import { onTestFinished, vi } from 'vitest';

class FakeTrack extends EventTarget {
  enabled = true;
  stop = vi.fn<() => void>();
}

/** Adds a microphone to the test's page, and a recorder whose recordings contain "speech". jsdom has neither. */
export function stubMicrophone() {
  const track = new FakeTrack();
  let amplitude = 0;
  const open = vi.fn<() => Promise<MediaStream>>().mockResolvedValue({
    getAudioTracks: () => [track],
    getTracks: () => [track],
  } as unknown as MediaStream);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: open } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => ({
        fftSize: 0,
        getFloatTimeDomainData: (samples: Float32Array) => void samples.fill(amplitude),
      });
      createMediaStreamSource = () => ({ connect: () => {} });
      close = async () => {};
    },
  );
  vi.stubGlobal(
    'MediaRecorder',
    class {
      static isTypeSupported = () => true;
      mimeType = 'audio/webm;codecs=opus';
      state = 'recording';
      ondataavailable: ((event: { data: Blob }) => void) | null = null;
      onstop: (() => void) | null = null;
      start() {}
      stop() {
        this.state = 'inactive';
        this.ondataavailable?.({ data: new Blob(['speech']) });
        this.onstop?.();
      }
    },
  );
  /** From 0 to 1. */
  const setLoudness = (next: number) => void (amplitude = next);
  return { track, open, setLoudness };
}
