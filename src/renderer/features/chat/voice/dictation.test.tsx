import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { longestRecordingSeconds } from '../../../../shared/completion/recording.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import * as toasts from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { useDictation } from './use-dictation.ts';
import type { VoicePath } from './voice-path.ts';

const path: VoicePath = {
  kind: 'vendor',
  host: 'api.openai.example',
  gateway: 'localhost:3000',
  vendor: { name: 'openai', endpointOrigin: 'https://api.openai.example' },
};

class FakeTrack extends EventTarget {
  stop = vi.fn<() => void>();
}
const open = vi.fn<() => Promise<MediaStream>>();
let track: FakeTrack;

beforeEach(() => {
  track = new FakeTrack();
  open.mockReset().mockResolvedValue({
    getAudioTracks: () => [track],
    getTracks: () => [track],
  } as unknown as MediaStream);
  // jsdom has none.
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: open } });
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => {} });
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
});

afterEach(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));

function start() {
  startFakeService();
  storeSession();
  const onText = vi.fn<(text: string) => void>();
  const transcribe = vi.spyOn(platform, 'transcribe').mockResolvedValue(' Three leaves. ');
  const shown: string[] = [];
  vi.spyOn(toasts, 'showToast').mockImplementation(({ message }) => void shown.push(String(message)));
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useDictation(path, onText), { wrapper });
  const record = async () => {
    act(() => result.current.begin());
    await waitFor(() => expect(result.current.state).toBe('recording'));
  };
  return { onText, transcribe, shown, result, unmount, record };
}

it("sends the recording to the model's vendor with its origin, and passes its text on", async () => {
  const { result, record, onText, transcribe } = start();
  await record();
  act(() => result.current.finish());
  expect(result.current.state).toBe('transcribing');
  expect(track.stop).toHaveBeenCalledOnce();
  await waitFor(() => expect(onText).toHaveBeenCalledExactlyOnceWith('Three leaves.'));
  const [recording, options] = transcribe.mock.calls[0]!;
  expect(await recording.text()).toBe('speech');
  expect(options).toMatchObject({ vendor: 'openai', endpointOrigin: 'https://api.openai.example' });
  expect(result.current.state).toBe('idle');
});

it.each([
  ['NotAllowedError', /^The microphone is blocked/],
  ['NotFoundError', /^No microphone was found/],
  ['NotSupportedError', /^No microphone was found/],
  ['NotReadableError', /^The microphone can't be used/],
])('a microphone that fails with %s is one sentence', async (name, sentence) => {
  open.mockRejectedValueOnce(new DOMException('', name));
  const { result, shown } = start();
  act(() => result.current.begin());
  await waitFor(() => expect(shown).toEqual([expect.stringMatching(sentence)]));
  expect(result.current.state).toBe('idle');
});

it('a microphone that is unplugged ends the recording, and nothing is sent', async () => {
  const { result, record, shown, transcribe } = start();
  await record();
  act(() => void track.dispatchEvent(new Event('ended')));
  expect(shown).toEqual([expect.stringMatching(/^The microphone was disconnected/)]);
  expect([result.current.state, transcribe.mock.calls]).toEqual(['idle', []]);
});

it('a canceled recording is not sent, also if the page is left', async () => {
  const { result, record, transcribe, unmount } = start();
  await record();
  act(() => result.current.cancel());
  expect(result.current.state).toBe('idle');
  await record();
  unmount();
  expect([track.stop.mock.calls.length, transcribe.mock.calls]).toEqual([2, []]);
});

it('the longest recording ends, and is sent only if the user wants that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { result, record, transcribe, onText } = start();
  await record();
  await act(() => vi.advanceTimersByTimeAsync(longestRecordingSeconds * 1_000));
  expect([result.current.state, track.stop.mock.calls.length, transcribe.mock.calls]).toEqual([
    'full',
    1,
    [],
  ]);
  act(() => result.current.finish());
  await waitFor(() => expect(onText).toHaveBeenCalledExactlyOnceWith('Three leaves.'));
});

it('silence and failures say what to do', async () => {
  const { result, record, shown, transcribe, onText } = start();
  transcribe.mockResolvedValueOnce('  ');
  await record();
  act(() => result.current.finish());
  await waitFor(() => expect(shown).toEqual([expect.stringMatching(/^No speech was recognized/)]));
  transcribe.mockRejectedValueOnce(new CompletionError('quota', 'No messages left.'));
  await record();
  act(() => result.current.finish());
  await waitFor(() => expect(shown.at(-1)).toBe('No messages left.'));
  expect(onText).not.toHaveBeenCalled();
});
