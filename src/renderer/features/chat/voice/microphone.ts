import { VoiceError } from './voice-error.ts';

export interface Microphone {
  readonly stream: MediaStream;
  /** The current volume, from 0 to 1. */
  readonly readLevel: () => number;
  /** Must be called only once. */
  readonly close: () => void;
}

/**
 * Opens the microphone. The browser may ask the user for permission. Throws VoiceError.
 *
 * @param onLost called if the microphone is disconnected
 */
export async function openMicrophone(onLost: () => void): Promise<Microphone> {
  // Created before the microphone is opened, so that the microphone is not left open if this fails.
  const audio = new AudioContext();
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
    .catch((error: unknown) => {
      void audio.close();
      throw new VoiceError(reasonOf(error), error);
    });
  const [track] = stream.getAudioTracks();
  track?.addEventListener('ended', onLost);
  const close = () => {
    track?.removeEventListener('ended', onLost);
    for (const each of stream.getTracks()) each.stop();
    void audio.close();
  };
  try {
    return { stream, readLevel: levelOf(stream, audio), close };
  } catch (error) {
    close();
    throw new VoiceError('busy', error);
  }
}

function levelOf(stream: MediaStream, audio: AudioContext): () => number {
  const analyser = audio.createAnalyser();
  analyser.fftSize = 512;
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return () => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // Speech is between -50 and -10 dB.
    return Math.min(Math.max((10 * Math.log10(power + 1e-9) + 50) / 40, 0), 1);
  };
}

const reasons: Readonly<Record<string, 'denied' | 'missing'>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  // Chromium throws this if there are no audio devices.
  NotSupportedError: 'missing',
};

function reasonOf(error: unknown) {
  const name = error instanceof DOMException ? error.name : '';
  return reasons[name] ?? 'busy';
}
