import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../database/opened-database.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { defaultLimits } from '../settings.ts';
import type { Deviation } from '../testing/authenticator.ts';
import { newCredentials, startAuth } from '../testing/harness.ts';
import { codeOf } from '../testing/inbox.ts';
import {
  newAuthenticator,
  newPerson,
  personWithPasskey,
  registerPasskey,
  signInWithPasskey,
  site,
} from '../testing/passkeys.ts';

const failed = {
  status: 400,
  code: 'webauthn_verification_failed',
  message: 'Credential verification failed',
};
const otherChallenge = Buffer.alloc(32).toString('base64url');

describeDatabases('attacks on passkeys', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['the origin over HTTP', { origin: 'http://clover.test' }],
    ['another port', { origin: 'https://clover.test:444' }],
    ['a subdomain', { origin: 'https://a.clover.test' }],
    ['another site', { rpId: 'evil.test' }],
    ['another challenge', { challenge: otherChallenge }],
    ['another ceremony', { type: 'webauthn.get' }],
    ['no user verification', { userVerified: false }],
    ['no user presence', { userPresent: false }],
  ])('are not registered with %s', async (_name, deviation) => {
    const { supabase } = await newPerson(database);
    expect((await registerPasskey(supabase, deviation)).error).toMatchObject(failed);
    expect((await supabase.auth.passkey.list()).data).toEqual([]);
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another site', { rpId: 'evil.test' }],
    ['another challenge', { challenge: otherChallenge }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['no user verification', { userVerified: false }],
    ['no user presence', { userPresent: false }],
    ['no user handle', { userHandle: null }],
    ['the handle of another user', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    [
      'a changed signature',
      { signature: (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.of(bytes.at(-1)! ^ 1)]) },
    ],
    ['no signature', { signature: () => Buffer.alloc(0) }],
    ['a signature counter of a copy', { counter: 1 }],
    ['a signature counter of zero', { counter: 0 }],
  ])('do not sign in with %s', async (_name, deviation) => {
    const { client, authenticator } = await personWithPasskey(database);
    const visitor = client();
    const { data, error } = await signInWithPasskey(visitor, authenticator, deviation);
    expect(error).toMatchObject(failed);
    expect(data).toBeNull();
    expect((await visitor.auth.getSession()).data.session).toBeNull();
    // Nothing of it counts, so the passkey still works.
    expect((await signInWithPasskey(client(), authenticator)).error).toBeNull();
  });

  it('refuse a signature counter that does not increase, but not authenticators without one', async () => {
    const { client, authenticator } = await personWithPasskey(database);
    expect((await signInWithPasskey(client(), authenticator, { counter: 7 })).error).toBeNull();
    expect((await signInWithPasskey(client(), authenticator, { counter: 7 })).error).toMatchObject(failed);
    const { client: other, supabase } = await newPerson(database);
    const without = await registerPasskey(supabase, { counter: 0 });
    expect((await signInWithPasskey(other(), without.authenticator, { counter: 0 })).error).toBeNull();
    expect((await signInWithPasskey(other(), without.authenticator, { counter: 0 })).error).toBeNull();
  });

  it('do not sign in with a key that replaces the one of another user', async () => {
    const { client, authenticator } = await personWithPasskey(database);
    const attacker = newAuthenticator();
    authenticator.id.copy(attacker.id);
    const { data: start } = await client().auth.passkey.startAuthentication();
    const credential = attacker.get(start!.options, {
      userHandle: authenticator.get(start!.options).response.userHandle!,
    });
    const answer = await client().auth.passkey.verifyAuthentication({
      challengeId: start!.challenge_id,
      credential,
    });
    expect(answer.error).toMatchObject(failed);
  });

  it('cannot be registered twice, by no account', async () => {
    const { authenticator, supabase } = await personWithPasskey(database);
    const other = await newPerson(database);
    const exists = { status: 422, code: 'webauthn_credential_exists' };
    expect((await registerPasskey(supabase, {}, authenticator)).error).toMatchObject(exists);
    expect((await registerPasskey(other.supabase, {}, authenticator)).error).toMatchObject(exists);
  });

  it('use each challenge once, also if answers arrive at the same time', async () => {
    const { client, authenticator, supabase } = await personWithPasskey(database);
    const { request } = await signInWithPasskey(client(), authenticator);
    const notFound = { status: 400, code: 'webauthn_challenge_not_found' };
    expect((await client().auth.passkey.verifyAuthentication(request)).error).toMatchObject(notFound);
    const { data: start } = await client().auth.passkey.startAuthentication();
    const twice = { challengeId: start!.challenge_id, credential: authenticator.get(start!.options) };
    const answers = await Promise.all([
      client().auth.passkey.verifyAuthentication(twice),
      client().auth.passkey.verifyAuthentication(twice),
    ]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    // A failure uses the challenge too.
    const wrong = await signInWithPasskey(client(), authenticator, { userVerified: false });
    expect((await client().auth.passkey.verifyAuthentication(wrong.request)).error).toMatchObject(notFound);
    const { start: registration, credential } = await registerPasskey(supabase);
    const again = { challengeId: registration.challenge_id, credential };
    expect((await supabase.auth.passkey.verifyRegistration(again)).error).toMatchObject(notFound);
  });

  it('use challenges only for their ceremony and user', async () => {
    const { client, supabase, authenticator } = await personWithPasskey(database);
    const other = await newPerson(database);
    const notFound = { status: 400, code: 'webauthn_challenge_not_found' };
    const { data: mine } = await supabase.auth.passkey.startRegistration();
    const stolen = { challengeId: mine!.challenge_id, credential: newAuthenticator().create(mine!.options) };
    expect((await other.supabase.auth.passkey.verifyRegistration(stolen)).error).toMatchObject(notFound);
    const swapped = {
      challengeId: mine!.challenge_id,
      credential: authenticator.get({ challenge: mine!.options.challenge, rpId: 'clover.test' }),
    };
    expect((await client().auth.passkey.verifyAuthentication(swapped)).error).toMatchObject(notFound);
    const unknown = { ...swapped, challengeId: crypto.randomUUID() };
    expect((await client().auth.passkey.verifyAuthentication(unknown)).error).toMatchObject(notFound);
  });

  it('refuse expired challenges, which are deleted later', async () => {
    const { client, supabase, authenticator, clock } = await personWithPasskey(database);
    const expired = { status: 400, code: 'webauthn_challenge_expired' };
    const { data: registration } = await supabase.auth.passkey.startRegistration();
    const { data: start } = await client().auth.passkey.startAuthentication();
    clock.advance(300_000);
    const late = { challengeId: start!.challenge_id, credential: authenticator.get(start!.options) };
    expect((await client().auth.passkey.verifyAuthentication(late)).error).toMatchObject(expired);
    const created = {
      challengeId: registration!.challenge_id,
      credential: newAuthenticator().create(registration!.options),
    };
    expect((await supabase.auth.passkey.verifyRegistration(created)).error).toMatchObject(expired);
    clock.advance(600_000);
    const { data: newest } = await client().auth.passkey.startAuthentication();
    const rows = await database.query<{ id: string }>(
      'select id from auth.webauthn_challenges where expires_at < $1',
      [clock.now().toISOString()],
    );
    expect(rows).toEqual([]);
    expect(newest).not.toBeNull();
  });

  it('are closed to banned users, unconfirmed emails and guests', async () => {
    const { supabase, client, admin, authenticator, user } = await personWithPasskey(database);
    await admin().auth.admin.updateUserById(user.id, { ban_duration: '1h' });
    expect((await signInWithPasskey(client(), authenticator)).error).toMatchObject({
      status: 403,
      code: 'user_banned',
    });
    await admin().auth.admin.updateUserById(user.id, { ban_duration: 'none' });
    await database.query('update auth.users set email_confirmed_at = null where id = $1', [user.id]);
    expect((await signInWithPasskey(client(), authenticator)).error).toMatchObject({
      status: 403,
      code: 'email_not_confirmed',
    });
    expect((await supabase.auth.passkey.startRegistration()).error).toMatchObject({
      status: 403,
      code: 'email_not_confirmed',
    });
    const guest = client();
    await guest.auth.signInAnonymously();
    expect((await guest.auth.passkey.startRegistration()).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
    });
  });

  it('ignore statements of makers, whose certificates name addresses to ask', async () => {
    const { supabase } = await newPerson(database);
    const statement = { format: 'packed', text: 'not a certificate' };
    expect((await registerPasskey(supabase, { statement })).error).toBeNull();
  });

  it('are not added by an older session, which must not change the password either', async () => {
    const { supabase, clock } = await newPerson(database);
    const { data: start } = await supabase.auth.passkey.startRegistration();
    clock.advance(25 * 60 * 60_000);
    await supabase.auth.refreshSession();
    const needed = { status: 400, code: 'reauthentication_needed' };
    expect((await supabase.auth.passkey.startRegistration()).error).toMatchObject(needed);
    const created = {
      challengeId: start!.challenge_id,
      credential: newAuthenticator().create(start!.options),
    };
    expect((await supabase.auth.passkey.verifyRegistration(created)).error).toMatchObject(needed);
    expect((await supabase.auth.passkey.list()).data).toEqual([]);
  });

  it('of someone else are deleted when the owner of the mailbox recovers the account', async () => {
    const { client, admin, authenticator, user, mailTo } = await personWithPasskey(database);
    const { email } = newCredentials();
    await admin().auth.admin.updateUserById(user.id, { email });
    await client().auth.resetPasswordForEmail(email);
    const token = codeOf(await mailTo(email));
    expect((await client().auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
    expect((await signInWithPasskey(client(), authenticator)).error).toMatchObject(failed);
  });

  it('of someone else are deleted when the owner of the mailbox is invited', async () => {
    const { client, admin, authenticator, user, mailTo } = await personWithPasskey(database);
    const { email } = newCredentials();
    await admin().auth.admin.updateUserById(user.id, { email });
    expect((await admin().auth.admin.inviteUserByEmail(email)).error).toBeNull();
    const token = codeOf(await mailTo(email));
    expect((await client().auth.verifyOtp({ email, token, type: 'invite' })).error).toBeNull();
    expect((await signInWithPasskey(client(), authenticator)).error).toMatchObject(failed);
  });

  it('limit the challenges for adding a passkey to one account', async () => {
    const limits = { ...defaultLimits, passkeyRegistration: { limit: 1, milliseconds: 300_000 } };
    const { client } = startAuth(database, { site, settings: { limits } });
    const supabase = client({ address: '203.0.113.97' });
    await supabase.auth.signUp(newCredentials());
    expect((await supabase.auth.passkey.startRegistration()).error).toBeNull();
    const tooOften = { status: 429, code: 'over_request_rate_limit' };
    expect((await supabase.auth.passkey.startRegistration()).error).toMatchObject(tooOften);
    const other = client({ address: '203.0.113.97' });
    await other.auth.signUp(newCredentials());
    expect((await other.auth.passkey.startRegistration()).error).toBeNull();
  });

  it('limit challenges and failures of one address', async () => {
    const limits = {
      ...defaultLimits,
      passkeyChallenge: { limit: 3, milliseconds: 300_000 },
      failedCode: { limit: 1, milliseconds: 300_000 },
    };
    const { authenticator } = await personWithPasskey(database);
    const { client } = startAuth(database, { site, settings: { limits } });
    const address = '203.0.113.99';
    const visitor = client({ address });
    expect((await signInWithPasskey(visitor, authenticator, { userVerified: false })).error).toMatchObject(
      failed,
    );
    const tooOften = { status: 429, code: 'over_request_rate_limit' };
    expect((await signInWithPasskey(visitor, authenticator)).error).toMatchObject(tooOften);
    await visitor.auth.passkey.startAuthentication();
    expect((await visitor.auth.passkey.startAuthentication()).error).toMatchObject(tooOften);
    expect((await signInWithPasskey(client({ address: '203.0.113.98' }), authenticator)).error).toBeNull();
  });

  it.each([
    ['no body', '', 'validation_failed'],
    ['an unknown form', '{"challenge_id":1,"credential":[]}', 'validation_failed'],
    ['broken JSON', '{', 'bad_json'],
    ['a large body', JSON.stringify({ challenge_id: 'x'.repeat(40_000) }), 'validation_failed'],
    [
      'a large signature',
      JSON.stringify({
        challenge_id: crypto.randomUUID(),
        credential: {
          id: 'AA',
          rawId: 'AA',
          type: 'public-key',
          response: { authenticatorData: 'AA', clientDataJSON: 'AA', signature: 'A'.repeat(20_000) },
        },
      }),
      'validation_failed',
    ],
  ])('refuse %s', async (_name, body, code) => {
    const { send } = startAuth(database, { site });
    const answer = await send('/passkeys/authentication/verify', { method: 'POST', body });
    expect([400, 413]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ error_code: code });
  });

  it.each(['AA', 'v2NmbXQ', Buffer.alloc(12_000, 0x81).toString('base64url')])(
    'refuse damaged credentials (%#)',
    async (damaged) => {
      const { supabase } = await newPerson(database);
      const { data: start } = await supabase.auth.passkey.startRegistration();
      const credential = newAuthenticator().create(start!.options);
      credential.response.attestationObject = damaged;
      const challengeId = start!.challenge_id;
      expect(
        (await supabase.auth.passkey.verifyRegistration({ challengeId, credential })).error,
      ).toMatchObject(failed);
    },
  );
});
