import { beforeEach, expect, it, vi } from 'vitest';
import { CompletionError } from '../../shared/completion/error.ts';
import { maxRecordingBytes } from '../../shared/completion/recording.ts';
import { channels } from '../../shared/ipc/channels.ts';
import { invoke, resetElectron } from '../testing/electron.ts';
import { registerTranscription } from './transcription.ts';

const call = { bytes: new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]), accessToken: 'token', vendor: 'openai' };
const transcribe = vi.fn<Parameters<typeof registerTranscription>[0]>();

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  transcribe.mockReset().mockResolvedValue('Three leaves.');
  registerTranscription(transcribe);
});

it('returns the text of a recording', async () => {
  expect(await invoke(channels.transcribe, [call])).toEqual({ text: 'Three leaves.' });
  expect(transcribe).toHaveBeenCalledExactlyOnceWith(call, expect.any(AbortSignal));
});

it('returns a failure with its code', async () => {
  transcribe.mockRejectedValueOnce(new CompletionError('quota', 'No messages left.', 429));
  expect(await invoke(channels.transcribe, [call])).toEqual({
    error: { code: 'quota', message: 'No messages left.', status: 429 },
  });
});

it.each([
  ['no bytes', { ...call, bytes: new Uint8Array() }],
  ['too many bytes', { ...call, bytes: new Uint8Array(maxRecordingBytes + 1) }],
  ['a text', { ...call, bytes: 'speech' }],
  ['no token', { bytes: call.bytes }],
])('refuses %s', async (_, input) => {
  await expect(invoke(channels.transcribe, [input])).rejects.toThrow('clover:bad-payload');
  expect(transcribe).not.toHaveBeenCalled();
});

it('cancels a recording if its page sends another one, because the first was canceled there', async () => {
  transcribe.mockImplementationOnce(
    (_request, signal) =>
      new Promise((_resolve, reject) => {
        signal.onabort = () => reject(new CompletionError('aborted', 'Stopped.'));
      }),
  );
  const first = invoke(channels.transcribe, [call]);
  expect(await invoke(channels.transcribe, [call])).toEqual({ text: 'Three leaves.' });
  expect(await first).toEqual({ error: { code: 'aborted', message: 'Stopped.' } });
});
