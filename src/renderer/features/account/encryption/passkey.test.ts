import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { encodeBase64Url } from '../../../../shared/domain/encoding.ts';
import { createSalt } from '../../../../shared/vault/unlock-method.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { ada, refusal } from '../testing/open-section.tsx';
import { createPasskey } from './passkey.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const encoded = (text: string) => encodeBase64Url(bytes(text));
const owner = { id: 'ada', email: 'ada@example.com', name: 'Ada' };
const secret = Uint8Array.from(bytes('secret'));
const domError = (name: string) => Object.assign(new Error('browser english'), { name });

const credential = (name: string) => ({
  rawId: bytes(name).buffer,
  response: {
    attestationObject: bytes('attestation').buffer,
    clientDataJSON: bytes('{}').buffer,
    getTransports: () => ['internal'],
  },
  getClientExtensionResults: () => ({ prf: { enabled: true, results: { first: secret.buffer } } }),
});

const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>();
const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();

const setUp = (known: readonly string[] = []) => createPasskey(owner, 'Phone', createSalt(), known);

function startService() {
  const service = startFakeService();
  storeSession(ada);
  const challenge_id = 'c0ffee00-0000-4000-8000-000000000001';
  const options = {
    rp: { id: 'localhost', name: 'Clover' },
    user: { id: encoded('ada'), name: 'ada', displayName: 'ada' },
    challenge: encoded('challenge'),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ type: 'public-key', id: encoded('old') }],
  };
  const passkey = { id: 'a0ffee00-0000-4000-8000-000000000001', created_at: '2026-11-30T10:00:00Z' };
  service.answer('POST /auth/v1/passkeys/registration/options', {
    body: { challenge_id, expires_at: 1, options },
  });
  service.answer('POST /auth/v1/passkeys/registration/verify', { body: passkey });
  service.answer(`PATCH /auth/v1/passkeys/${passkey.id}`, { body: passkey });
  service.answer('GET /auth/v1/passkeys', { body: [] });
  return { service, passkey };
}

beforeEach(() => {
  create.mockReset().mockResolvedValue(credential('new'));
  get.mockReset().mockResolvedValue(credential('new'));
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'credentials');
  localStorage.clear();
});

it('creates a passkey that also signs in', async () => {
  const { service } = startService();
  expect(await setUp()).toEqual({ credentialId: encoded('new'), secret });
  expect(service.to('/auth/v1/passkeys/registration/verify')).toHaveLength(1);
});

it.each([
  ['passkeys are off', 'passkey_disabled', 404],
  ['the session is older', 'reauthentication_needed', 400],
])('creates a passkey that only unlocks if %s', async (_name, code, status) => {
  const { service } = startService();
  service.answer('POST /auth/v1/passkeys/registration/options', refusal(code, status));
  expect(await setUp()).toEqual({ credentialId: encoded('new'), secret });
  expect(service.to('/auth/v1/passkeys/registration/verify')).toEqual([]);
});

it('does not replace a passkey that signs in with one that only unlocks', async () => {
  const { service, passkey } = startService();
  service.answer('POST /auth/v1/passkeys/registration/options', refusal('reauthentication_needed', 400));
  service.answer('GET /auth/v1/passkeys', { body: [passkey] });
  await expect(setUp()).rejects.toMatchObject({ code: 'reauthentication_needed' });
  expect(create).not.toHaveBeenCalled();
});

it('uses the passkey of the device that signs in already', async () => {
  startService();
  create.mockRejectedValue(domError('InvalidStateError'));
  get.mockResolvedValue(credential('old'));
  expect(await setUp([encoded('unlock')])).toEqual({ credentialId: encoded('old'), secret });
  const allowed = get.mock.lastCall?.[0].publicKey?.allowCredentials;
  expect(allowed?.map(({ id }) => encodeBase64Url(id as Uint8Array))).toEqual([encoded('old')]);
});

it.each([
  ['taken', 'that the device has one that unlocks', [encoded('unlock')]],
  ['canceled', 'a cancellation if the device has no other', []],
])('reports %s: %s', async (reason, _name, known) => {
  startService();
  create.mockRejectedValue(domError('InvalidStateError'));
  get.mockRejectedValue(domError('NotAllowedError'));
  await expect(setUp(known)).rejects.toMatchObject({ reason });
});

it('rejects if the service refuses the passkey, without creating another', async () => {
  const { service } = startService();
  service.answer('POST /auth/v1/passkeys/registration/verify', refusal('passkey_disabled', 404));
  await expect(setUp()).rejects.toMatchObject({ code: 'passkey_disabled' });
  expect(create).toHaveBeenCalledTimes(1);
});

it('rethrows unknown errors of the browser', async () => {
  startService();
  const error = domError('UnknownError');
  create.mockRejectedValue(error);
  await expect(setUp()).rejects.toBe(error);
});
