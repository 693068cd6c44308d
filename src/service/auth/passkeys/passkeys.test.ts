import { decodeJwt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../database/opened-database.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { codeAt, enrollTestFactor, readLevels } from '../testing/factors.ts';
import { startAuth } from '../testing/harness.ts';
import {
  newAuthenticator,
  newPerson,
  personWithPasskey,
  registerPasskey,
  signInWithPasskey,
} from '../testing/passkeys.ts';

describeDatabases('passkeys', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it('are registered, listed, renamed and removed', async () => {
    const { supabase, client, user, clock } = await newPerson(database);
    const { start, data, error, authenticator } = await registerPasskey(supabase);
    expect(error).toBeNull();
    expect(start.expires_at).toBe(Math.floor(clock.now().getTime() / 1000) + 300);
    expect(start.options).toMatchObject({
      rp: { name: 'Clover', id: 'clover.test' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.email },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(data).toMatchObject({ id: expect.any(String), friendly_name: 'Passkey' });
    const { data: again } = await supabase.auth.passkey.startRegistration();
    expect(again?.options.excludeCredentials).toEqual([
      { type: 'public-key', id: authenticator.id.toString('base64url'), transports: ['internal'] },
    ]);

    const renamed = await supabase.auth.passkey.update({ passkeyId: data!.id, friendlyName: 'Phone' });
    expect(renamed.data).toMatchObject({ id: data!.id, friendly_name: 'Phone' });
    expect((await signInWithPasskey(client(), authenticator)).error).toBeNull();
    const listed = await supabase.auth.passkey.list();
    expect(listed.data).toEqual([
      {
        id: data!.id,
        friendly_name: 'Phone',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ]);

    expect((await supabase.auth.passkey.delete({ passkeyId: data!.id })).error).toBeNull();
    expect((await supabase.auth.passkey.list()).data).toEqual([]);
    const refused = await signInWithPasskey(client(), authenticator);
    expect(refused.error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
  });

  it('sign in at the first assurance level', async () => {
    const { client, authenticator, user } = await personWithPasskey(database);
    const visitor = client();
    const { data, start } = await signInWithPasskey(visitor, authenticator);
    expect(start.options).toMatchObject({ rpId: 'clover.test', userVerification: 'required' });
    expect(start.options).not.toHaveProperty('allowCredentials');
    expect(data?.user?.id).toBe(user.id);
    expect(decodeJwt(data!.session!.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'passkey' }],
    });
    expect((await visitor.auth.getUser()).data.user?.id).toBe(user.id);
    expect((await visitor.auth.refreshSession()).error).toBeNull();
  });

  it('replace only the password: the second factor is still required, also for managing passkeys', async () => {
    const { client, supabase, authenticator, passkey, clock } = await personWithPasskey(database);
    const { factorId, uri } = await enrollTestFactor(supabase);
    await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeAt(uri, clock) });

    const visitor = client();
    await signInWithPasskey(visitor, authenticator);
    expect(await readLevels(visitor)).toEqual(['aal1', 'aal2']);
    const insufficient = { status: 403, code: 'insufficient_aal' };
    expect((await visitor.auth.passkey.startRegistration()).error).toMatchObject(insufficient);
    const verify = {
      challengeId: crypto.randomUUID(),
      credential: authenticator.create({ challenge: '', rp: {}, user: { id: '' } }),
    };
    expect((await visitor.auth.passkey.verifyRegistration(verify)).error).toMatchObject(insufficient);
    expect((await visitor.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(insufficient);

    clock.advance(60_000);
    await visitor.auth.mfa.challengeAndVerify({ factorId, code: codeAt(uri, clock) });
    expect(await readLevels(visitor)).toEqual(['aal2', 'aal2']);
    expect((await registerPasskey(visitor)).error).toBeNull();
  });

  it('belong to their user, whom administrators can help', async () => {
    const { supabase, admin, passkey, user } = await personWithPasskey(database);
    const other = await newPerson(database);
    const missing = { status: 404, message: 'Passkey not found' };
    expect((await other.supabase.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(
      missing,
    );
    const rename = { passkeyId: passkey.id, friendlyName: 'Mine' };
    expect((await other.supabase.auth.passkey.update(rename)).error).toMatchObject(missing);
    expect((await supabase.auth.passkey.update({ ...rename, friendlyName: '' })).error?.code).toBe(
      'validation_failed',
    );
    const long = { ...rename, friendlyName: 'x'.repeat(121) };
    expect((await supabase.auth.passkey.update(long)).error?.code).toBe('validation_failed');

    const { passkey: api } = admin().auth.admin;
    expect((await api.listPasskeys({ userId: user.id })).data).toMatchObject([{ id: passkey.id }]);
    const wrong = { userId: other.user.id, passkeyId: passkey.id };
    expect((await api.deletePasskey(wrong)).error).toMatchObject(missing);
    const asUser = other.supabase.auth.admin.passkey.listPasskeys({ userId: user.id });
    expect((await asUser).error).toMatchObject({ status: 403, code: 'not_admin' });
    expect((await api.deletePasskey({ userId: user.id, passkeyId: passkey.id })).error).toBeNull();
    expect((await supabase.auth.passkey.list()).data).toEqual([]);
  });

  it('are added to the audit log, without names', async () => {
    const migrated = await open({ migrated: true });
    const { supabase, passkey, user } = await personWithPasskey(migrated);
    await supabase.auth.passkey.delete({ passkeyId: passkey.id });
    const entries = await migrated.query(
      `select action_type, action_details, admin_id from public.user_activity_logs
       where user_id = $1 and action_type like 'passkey.%' order by created_at`,
      [user.id],
    );
    expect(entries).toEqual([
      { action_type: 'passkey.add', action_details: {}, admin_id: null },
      { action_type: 'passkey.remove', action_details: {}, admin_id: null },
    ]);
  });

  it('are deleted with the account', async () => {
    const { client, admin, authenticator, user } = await personWithPasskey(database);
    await admin().auth.admin.deleteUser(user.id);
    expect((await signInWithPasskey(client(), authenticator)).error).toMatchObject({
      status: 400,
      code: 'webauthn_verification_failed',
    });
    expect(
      await database.query('select from auth.webauthn_credentials where user_id = $1', [user.id]),
    ).toEqual([]);
  });

  it('are limited to ten per account', async () => {
    const { supabase } = await newPerson(database);
    const { data: early } = await supabase.auth.passkey.startRegistration();
    for (let count = 0; count < 10; count += 1)
      // oxlint-disable-next-line no-await-in-loop
      expect((await registerPasskey(supabase)).error).toBeNull();
    const tooMany = { status: 422, code: 'too_many_passkeys' };
    expect((await supabase.auth.passkey.startRegistration()).error).toMatchObject(tooMany);
    const late = { challengeId: early!.challenge_id, credential: newAuthenticator().create(early!.options) };
    expect((await supabase.auth.passkey.verifyRegistration(late)).error).toMatchObject(tooMany);
  });

  it('are off at addresses where browsers have none', async () => {
    const enabledAt = async (origin: string) => {
      const settings = await startAuth(database, { site: origin }).send('/settings');
      return ((await settings.json()) as { passkeys_enabled: boolean }).passkeys_enabled;
    };
    expect(await enabledAt('https://chat.example.org')).toBe(true);
    expect(await enabledAt('http://localhost:3000')).toBe(true);
    expect(await enabledAt('http://chat.example.org')).toBe(false);
    expect(await enabledAt('https://192.0.2.1')).toBe(false);
    expect(await enabledAt('http://127.0.0.1:3000')).toBe(false);
    expect(await enabledAt('http://[::1]:3000')).toBe(false);
  });
});
