import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeBase64Url } from '../../../../shared/domain/encoding.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { SignInPage } from '../sign-in/SignInPage.tsx';
import { ada, open, refusal, region } from '../testing/open-section.tsx';

const bytes = (text: string) => new TextEncoder().encode(text);
const encoded = (text: string) => encodeBase64Url(bytes(text));

class FakeCredential {
  readonly id = encoded('new');
  readonly rawId = bytes('new').buffer;
  readonly type = 'public-key';
  readonly response = {
    attestationObject: bytes('attestation').buffer,
    authenticatorData: bytes('data').buffer,
    clientDataJSON: bytes('{}').buffer,
    signature: bytes('signature').buffer,
    userHandle: bytes('ada').buffer,
    getTransports: () => ['internal'],
  };
  readonly getClientExtensionResults = () => ({});
}

const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>();
const get = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  create.mockReset().mockResolvedValue(new FakeCredential());
  get.mockReset().mockResolvedValue(new FakeCredential());
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

const domError = (name: string) => Object.assign(new Error('browser english'), { name });
const challenge = { challenge_id: 'c0ffee00-0000-4000-8000-000000000001', expires_at: 1 };
const creation = {
  ...challenge,
  options: {
    rp: { id: 'localhost', name: 'Clover' },
    user: { id: encoded('ada'), name: 'ada', displayName: 'ada' },
    challenge: encoded('challenge'),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ type: 'public-key', id: encoded('old') }],
  },
};
const passkey = {
  id: 'a0ffee00-0000-4000-8000-000000000001',
  friendly_name: 'Phone',
  created_at: '2026-11-30T10:00:00Z',
};

describe('the section of passkeys', () => {
  const unlockMethod = {
    id: 'b0ffee00-0000-4000-8000-000000000001',
    kind: 'passkey',
    name: 'Phone',
    key_version: 1,
    salt: encoded('salt'),
    credential_id: encoded('unlock'),
    wrapped_key: '',
    created_at: '2026-11-30T10:00:00Z',
    last_used_at: null,
  };
  const openPasskeys = (list: unknown = [passkey], unlock_methods: readonly unknown[] = []) =>
    open('security', (service) => {
      service.answer('GET /rest/v1/turn_off_statements', { body: [] });
      if (unlock_methods.length > 0)
        service.answer('GET /rest/v1/account_encryption', {
          body: [
            { state: 'on', key_version: 1, public_key: '', private_key: '', past_keys: null, unlock_methods },
          ],
        });
      service.answer('GET /auth/v1/passkeys', { body: list });
      service.answer('POST /auth/v1/passkeys/registration/options', { body: creation });
      service.answer('POST /auth/v1/passkeys/registration/verify', { body: passkey });
      service.answer(`PATCH /auth/v1/passkeys/${passkey.id}`, { body: passkey });
      service.answer(`DELETE /auth/v1/passkeys/${passkey.id}`, { status: 204 });
    });
  const section = () => region('Passkeys');

  it('adds a passkey under its name, and excludes those that the device has', async () => {
    const { user, service } = await openPasskeys([], [unlockMethod]);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const name = section().getByLabelText('Name of this passkey');
    await user.clear(name);
    await user.type(name, 'Laptop{Enter}');
    expect(await screen.findByText('Passkey added')).toBeVisible();
    const options = create.mock.lastCall?.[0].publicKey;
    expect(encodeBase64Url(options?.challenge as Uint8Array)).toBe(encoded('challenge'));
    expect(options?.excludeCredentials?.map(({ id }) => encodeBase64Url(id as Uint8Array))).toEqual([
      encoded('old'),
      encoded('unlock'),
    ]);
    expect(options?.extensions).toEqual({ prf: {} });
    expect(service.to('/auth/v1/passkeys/registration/verify')[0]?.body).toEqual({
      challenge_id: challenge.challenge_id,
      credential: {
        id: encoded('new'),
        rawId: encoded('new'),
        type: 'public-key',
        response: {
          attestationObject: encoded('attestation'),
          clientDataJSON: encoded('{}'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      },
    });
    expect(service.to(`/auth/v1/passkeys/${passkey.id}`)[0]?.body).toEqual({ friendly_name: 'Laptop' });
  });

  it.each([
    ['NotAllowedError', /canceled, or it took too long/],
    ['InvalidStateError', /already has a passkey for this account/],
    ['SecurityError', /don't work at this address/],
    ['NotSupportedError', /can't use passkeys here/],
  ])('explains %s', async (name, message) => {
    create.mockRejectedValue(domError(name));
    const { user, service } = await openPasskeys([]);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.click(section().getByRole('button', { name: 'Create passkey' }));
    expect(await section().findByRole('alert')).toHaveTextContent(message);
    expect(service.to('/auth/v1/passkeys/registration/verify')).toEqual([]);
  });

  it('does not call an unknown error of the browser a cancellation', async () => {
    create.mockRejectedValue(new DOMException('browser english', 'UnknownError'));
    const { user } = await openPasskeys([]);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.click(section().getByRole('button', { name: 'Create passkey' }));
    expect(await section().findByRole('alert')).toHaveTextContent("The passkey couldn't be verified.");
  });

  it('says that a passkey could not be verified', async () => {
    const { user, service } = await openPasskeys([]);
    service.answer(
      'POST /auth/v1/passkeys/registration/verify',
      refusal('webauthn_verification_failed', 400),
    );
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.click(section().getByRole('button', { name: 'Create passkey' }));
    expect(await section().findByRole('alert')).toHaveTextContent("The passkey couldn't be verified.");
  });

  it.each([
    ['too_many_passkeys', 'maximum number of passkeys'],
    ['reauthentication_needed', 'Sign in again, then add the passkey.'],
  ])('explains the refusal %s', async (code, message) => {
    const { user, service } = await openPasskeys();
    service.answer('POST /auth/v1/passkeys/registration/options', refusal(code, 400));
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.click(section().getByRole('button', { name: 'Create passkey' }));
    expect(await section().findByRole('alert')).toHaveTextContent(message);
    expect(create).not.toHaveBeenCalled();
  });

  it('renames and removes a passkey', async () => {
    const { user, service } = await openPasskeys();
    await user.click(await screen.findByRole('button', { name: 'Rename: Phone' }));
    const name = section().getByLabelText('Name of this passkey');
    await user.clear(name);
    await user.type(name, '{Enter}');
    expect(section().getByRole('alert')).toHaveTextContent('Enter a name.');
    await user.type(name, 'Tablet{Enter}');
    expect(await screen.findByText('Passkey renamed')).toBeVisible();
    expect(service.to(`/auth/v1/passkeys/${passkey.id}`)[0]?.body).toEqual({ friendly_name: 'Tablet' });
    await user.click(await screen.findByRole('button', { name: 'Remove: Phone' }));
    await user.click(section().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Passkey removed')).toBeVisible();
    expect(service.to(`/auth/v1/passkeys/${passkey.id}`).at(-1)?.method).toBe('DELETE');
  });

  it('says if the service has no passkeys', async () => {
    await open('security', (service) =>
      service.answer('GET /auth/v1/passkeys', refusal('passkey_disabled', 404)),
    );
    expect(await screen.findByText(/Passkeys are off on this service/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});

describe('signing in with a passkey', () => {
  const page = (
    <Routes>
      <Route path="/signin" element={<SignInPage />} />
      <Route path="*" element={<p>the target page</p>} />
    </Routes>
  );
  function openSignIn(isEnabled = true) {
    const service = startFakeService();
    service.answer('GET /auth/v1/settings', { body: { external: {}, passkeys_enabled: isEnabled } });
    service.answer('POST /auth/v1/passkeys/authentication/options', {
      body: { ...challenge, options: { challenge: encoded('challenge'), rpId: 'localhost' } },
    });
    service.answer('POST /auth/v1/passkeys/authentication/verify', { body: fakeSession(ada) });
    return { ...renderApp(page, '/signin'), service };
  }

  it('opens the session', async () => {
    const { user, service } = openSignIn();
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    expect(await screen.findByText('the target page')).toBeVisible();
    expect(screen.getByText('Signed in successfully')).toBeVisible();
    expect(service.to('/auth/v1/passkeys/authentication/verify')[0]?.body).toMatchObject({
      challenge_id: challenge.challenge_id,
      credential: { id: encoded('new'), response: { userHandle: encoded('ada') } },
    });
  });

  it('explains cancellations and unknown passkeys, and can be repeated', async () => {
    const { user, service } = openSignIn();
    get.mockRejectedValueOnce(domError('NotAllowedError'));
    const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
    await user.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent('canceled, or it took too long');
    service.answer(
      'POST /auth/v1/passkeys/authentication/verify',
      refusal('webauthn_verification_failed', 400),
    );
    await user.click(button);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent("isn't set up for signing in"));
    expect(button).toBeEnabled();
  });

  it('is offered only if the service and the browser support it', async () => {
    const offer = () => screen.queryByRole('button', { name: 'Sign in with a passkey' });
    const { unmount } = openSignIn(false);
    await waitFor(() => expect(offer()).toBeNull());
    unmount();
    vi.stubGlobal('PublicKeyCredential', undefined);
    const { service } = openSignIn();
    await waitFor(() => expect(service.to('/auth/v1/settings')).toHaveLength(1));
    expect(offer()).toBeNull();
  });
});
