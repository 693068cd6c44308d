import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CompletionError } from '../../shared/completion/error.ts';
import { channels } from '../../shared/ipc/channels.ts';
import type { ConnectionResult } from '../../shared/providers/connection-result.ts';
import { VerificationRefusal } from '../providers/verify-key.ts';
import { FakeContents, invoke, resetElectron } from '../testing/electron.ts';
import { registerVerification } from './verification.ts';

const key = 'sk-a-key-that-must-not-be-shown';
const call = {
  requestId: '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
  accessToken: 'token',
  vendor: 'openai',
  endpointOrigin: 'https://api.example',
  key,
  model: 'gpt-4o-mini',
};
const result: ConnectionResult = {
  success: true,
  latency: 12,
  message: 'Connection successful (12ms)',
  details: { vendor: 'openai', model: 'gpt-4o-mini', status: 200, code: null },
};

/** Running verifications. The test decides when they end. */
interface Pending {
  readonly signal: AbortSignal;
  readonly end: (result: ConnectionResult) => void;
  readonly fail: (error: unknown) => void;
}
let pending: Pending[];

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  pending = [];
  registerVerification((_key, signal) => new Promise((end, fail) => pending.push({ signal, end, fail })));
});

const requestId = (index: number) => `6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c${String(index).padStart(2, '0')}`;
const cancel = (contents: FakeContents, id = call.requestId) =>
  invoke(channels.cancelVerification, [{ requestId: id }], { contents });

describe('verifying a key over IPC', () => {
  it('returns the result of the vendor', async () => {
    const answer = invoke(channels.verifyKey, [call]);
    pending[0]!.end(result);
    expect(await answer).toStrictEqual(result);
  });

  it('is canceled when the dialog is closed, and others continue', async () => {
    const contents = new FakeContents();
    const first = invoke(channels.verifyKey, [call], { contents });
    const second = invoke(channels.verifyKey, [{ ...call, requestId: requestId(1) }], { contents });
    await cancel(contents);
    expect(pending.map(({ signal }) => signal.aborted)).toStrictEqual([true, false]);
    pending[0]!.fail(new CompletionError('aborted', 'The request was stopped'));
    pending[1]!.end(result);
    await expect(first).rejects.toThrow('The request was stopped');
    expect(await second).toStrictEqual(result);
  });

  it('cannot be canceled by another page', async () => {
    const answer = invoke(channels.verifyKey, [call]);
    const other = Object.assign(new FakeContents(), { id: 2 });
    await cancel(other);
    expect(pending[0]!.signal.aborted).toBe(false);
    pending[0]!.end(result);
    await answer;
  });

  it('is canceled when its page is closed', async () => {
    const contents = new FakeContents();
    const answer = invoke(channels.verifyKey, [call], { contents });
    contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    expect(pending[0]!.signal.aborted).toBe(false);
    contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    expect(pending[0]!.signal.aborted).toBe(true);
    pending[0]!.fail(new CompletionError('aborted', 'The request was stopped'));
    await expect(answer).rejects.toThrow('stopped');
  });

  it('reports why a key was not tested, except after an unexpected error', async () => {
    const refused = invoke(channels.verifyKey, [call]);
    pending[0]!.fail(new VerificationRefusal('Vendor not found'));
    await expect(refused).rejects.toThrow('Vendor not found');
    const broken = invoke(channels.verifyKey, [call]);
    pending[1]!.fail(new TypeError(`invalid header value: Bearer ${key}`));
    await expect(broken).rejects.toThrow('Something went wrong. Try again.');
    await expect(broken).rejects.not.toThrow(key);
  });

  it('refuses an id in use, and too many concurrent verifications', async () => {
    const contents = new FakeContents();
    const answers = [0, 1, 2, 3].map((index) =>
      invoke(channels.verifyKey, [{ ...call, requestId: requestId(index) }], { contents }),
    );
    const again = { ...call, requestId: requestId(0) };
    await expect(invoke(channels.verifyKey, [again], { contents })).rejects.toThrow(
      'This key is already being verified.',
    );
    const fifth = { ...call, requestId: requestId(9) };
    await expect(invoke(channels.verifyKey, [fifth], { contents })).rejects.toThrow(
      'Too many keys are being verified. Wait a moment and try again.',
    );
    expect(pending).toHaveLength(4);
    for (const { end } of pending) end(result);
    await Promise.all(answers);
    const later = invoke(channels.verifyKey, [fifth], { contents });
    pending[4]!.end(result);
    expect(await later).toStrictEqual(result);
  });
});
