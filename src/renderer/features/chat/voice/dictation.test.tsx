import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { maxRecordingSeconds } from '../../../../shared/completion/recording.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import * as toasts from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { stubMicrophone } from '../testing/fake-microphone.ts';
import { useDictation } from './use-dictation.ts';
import type { VoicePath } from './voice-path.ts';

const path: VoicePath = {
  kind: 'vendor',
  host: 'api.openai.example',
  gateway: 'localhost:3000',
  vendor: { name: 'openai', endpointOrigin: 'https://api.openai.example' },
};

function start() {
  const microphone = stubMicrophone();
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
  return { ...microphone, onText, transcribe, shown, result, unmount, record };
}

it("sends the recording to the model's vendor with its origin, and passes its text on", async () => {
  const { result, record, onText, transcribe, track } = start();
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
])('a microphone that fails with %s shows one sentence', async (name, sentence) => {
  const { result, shown, open } = start();
  open.mockRejectedValueOnce(new DOMException('', name));
  act(() => result.current.begin());
  await waitFor(() => expect(shown).toEqual([expect.stringMatching(sentence)]));
  expect(result.current.state).toBe('idle');
});

it('a microphone that is unplugged ends the recording, which is sent only if the user wants that', async () => {
  const { result, record, transcribe, onText, track } = start();
  await record();
  act(() => void track.dispatchEvent(new Event('ended')));
  expect([result.current.state, transcribe.mock.calls]).toEqual(['unplugged', []]);
  act(() => result.current.finish());
  await waitFor(() => expect(onText).toHaveBeenCalledExactlyOnceWith('Three leaves.'));
});

it('a microphone whose level cannot be measured is closed', async () => {
  const { result, shown, track } = start();
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser() {
        throw new DOMException('', 'NotSupportedError');
      }
      close = async () => {};
    },
  );
  act(() => result.current.begin());
  await waitFor(() => expect(shown).toEqual([expect.stringMatching(/^The microphone can't be used/)]));
  expect([result.current.state, track.stop.mock.calls.length]).toEqual(['idle', 1]);
});

it('a canceled recording is not sent, even if the page is left', async () => {
  const { result, record, transcribe, unmount, track } = start();
  await record();
  act(() => result.current.cancel());
  expect(result.current.state).toBe('idle');
  await record();
  unmount();
  expect([track.stop.mock.calls.length, transcribe.mock.calls]).toEqual([2, []]);
});

it('a recording ends at the maximum length, and is sent only if the user wants that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { result, record, transcribe, onText, track } = start();
  await record();
  await act(() => vi.advanceTimersByTimeAsync(maxRecordingSeconds * 1_000));
  expect([result.current.state, track.stop.mock.calls.length, transcribe.mock.calls]).toEqual([
    'full',
    1,
    [],
  ]);
  act(() => result.current.finish());
  await waitFor(() => expect(onText).toHaveBeenCalledExactlyOnceWith('Three leaves.'));
});

it('silence says what to do', async () => {
  const { result, record, shown, transcribe, onText } = start();
  transcribe.mockResolvedValueOnce('  ');
  await record();
  act(() => result.current.finish());
  await waitFor(() => expect(shown).toEqual([expect.stringMatching(/^No speech was recognized/)]));
  expect([result.current.state, onText.mock.calls]).toEqual(['idle', []]);
});

it('a failure keeps the recording for another attempt', async () => {
  const { result, record, transcribe, onText, track } = start();
  transcribe.mockRejectedValueOnce(new CompletionError('network', 'Check your connection.'));
  await record();
  act(() => result.current.finish());
  await waitFor(() => expect(result.current.state).toBe('failed'));
  expect([result.current.failure, track.stop.mock.calls.length]).toEqual(['Check your connection.', 1]);
  transcribe.mockRejectedValueOnce(new TypeError('x is not a function'));
  act(() => result.current.finish());
  await waitFor(() => expect(result.current.failure).toMatch(/^Couldn't turn the recording into text/));
  act(() => result.current.finish());
  await waitFor(() => expect(onText).toHaveBeenCalledExactlyOnceWith('Three leaves.'));
  const sent = await Promise.all(transcribe.mock.calls.map(([recording]) => recording.text()));
  expect([sent, result.current.state]).toEqual([['speech', 'speech', 'speech'], 'idle']);
});
