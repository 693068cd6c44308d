import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CloverBridge } from '../../../shared/ipc/bridge.ts';
import { createDesktopKeys } from './desktop-keys.ts';

const reference = { accessToken: 'token', vendor: 'openai', endpointOrigin: 'https://api.openai.example' };
const key = 'sk-own-key-0123456789';
const details = { vendor: 'openai', model: 'gpt-4o-mini', status: 200, code: null };
const result = { success: true, latency: 12, message: 'Connection successful (12ms)', details };

const bridge = {
  describeVault: vi.fn<CloverBridge['describeVault']>(),
  hasKey: vi.fn<CloverBridge['hasKey']>(),
  setKey: vi.fn<CloverBridge['setKey']>(),
  deleteKey: vi.fn<CloverBridge['deleteKey']>(),
  verifyKey: vi.fn<CloverBridge['verifyKey']>(),
  cancelVerification: vi.fn<CloverBridge['cancelVerification']>(),
};
const keys = createDesktopKeys(() => bridge as unknown as CloverBridge);

beforeEach(() => vi.resetAllMocks());

describe('an own key on the desktop', () => {
  it('is stored by main in the keychain [DESK-004, DESK-005]', async () => {
    bridge.describeVault.mockResolvedValue({ state: 'available', canEncrypt: true });
    bridge.setKey.mockResolvedValue({ keptIn: 'keychain' });
    bridge.hasKey.mockResolvedValue({ keptIn: 'keychain', elsewhere: null });
    expect(await keys.describe()).toEqual({ place: 'keychain' });
    expect(await keys.set(reference, key, 'keychain')).toBe('keychain');
    expect(bridge.setKey).toHaveBeenCalledExactlyOnceWith({ ...reference, key, keepIn: 'keychain' });
    expect(await keys.status(reference)).toEqual({ place: 'keychain', elsewhere: null });
    const lastUsed = '2026-11-22T12:00:00.000Z';
    bridge.hasKey.mockResolvedValue({ keptIn: 'keychain', elsewhere: null, lastUsed });
    expect(await keys.status(reference)).toEqual({ place: 'keychain', elsewhere: null, lastUsed });
  });

  it.each(['locked', 'missing'] as const)('reports that the keychain is %s', async (state) => {
    bridge.describeVault.mockResolvedValue({ state, canEncrypt: true });
    expect(await keys.describe()).toEqual({ place: 'session', reason: state, canEncrypt: true });
  });

  it.each(['encrypted', 'session'] as const)('is stored where the user agreed: %s', async (place) => {
    bridge.setKey.mockResolvedValue({ keptIn: place });
    expect(await keys.set(reference, key, place)).toBe(place);
    expect(bridge.setKey).toHaveBeenCalledExactlyOnceWith({ ...reference, key, keepIn: place });
  });

  it('is verified by main, which stops when the dialog is closed', async () => {
    let answer = (_result: typeof result): void => undefined;
    bridge.verifyKey.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    bridge.cancelVerification.mockResolvedValue();
    const abort = new AbortController();
    const verification = keys.verify(reference, { key, model: 'gpt-4o-mini', signal: abort.signal });
    const call = bridge.verifyKey.mock.calls[0]![0];
    expect(call).toMatchObject({ ...reference, key, model: 'gpt-4o-mini' });
    abort.abort();
    expect(bridge.cancelVerification).toHaveBeenCalledExactlyOnceWith({ requestId: call.requestId });
    answer(result);
    expect(await verification).toEqual(result);
  });

  it.each([
    ["Error invoking remote method 'keys:verify-key': UserFacingError: Vendor not found", 'Vendor not found'],
    [
      "Error invoking remote method 'keys:verify-key': Error: Something went wrong. Try again.",
      'Something went wrong. Try again.',
    ],
    [
      "Error invoking remote method 'keys:verify-key': Error: clover:bad-payload",
      'Something went wrong. Try again.',
    ],
    ["Error invoking remote method 'keys:verify-key': Sign in again.", 'Sign in again.'],
  ])("fails with main's message only: %s", async (message, sentence) => {
    bridge.verifyKey.mockRejectedValue(new Error(message));
    const { signal } = new AbortController();
    const failure = keys.verify(reference, { key, model: 'm', signal });
    await expect(failure).rejects.toHaveProperty('message', sentence);
  });
});
