import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { defaultLimits } from './settings.ts';
import { newCredentials, siteUrl, startAuth } from './testing/harness.ts';
import { codeOf } from './testing/inbox.ts';

describeDatabases('invitations and generated links', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  it('invites by email; the link signs in to an account without a password', async () => {
    const { admin, client, mailTo } = startAuth(database);
    const { email, password } = newCredentials();
    const { data, error } = await admin().auth.admin.inviteUserByEmail(email, { data: { name: 'Ada' } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      user_metadata: { name: 'Ada' },
    });
    const supabase = client();
    const token = codeOf(await mailTo(email));
    const verified = await supabase.auth.verifyOtp({ email, token, type: 'invite' });
    expect(verified.data.user?.id).toBe(data.user!.id);
    expect((await supabase.auth.updateUser({ password })).error).toBeNull();
    expect((await admin().auth.admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  it('deletes a password that someone else chose before the invitation', async () => {
    const { admin, client, mailTo } = startAuth(database, { confirmEmail: true });
    const person = newCredentials();
    await client().auth.signUp(person);
    await mailTo(person.email);
    await admin().auth.admin.inviteUserByEmail(person.email);
    const token = codeOf(await mailTo(person.email));
    const { error } = await client().auth.verifyOtp({ email: person.email, token, type: 'invite' });
    expect(error).toBeNull();
    expect((await client().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
  });

  it('generates working links and codes, and sends nothing', async () => {
    const { admin, client, mailsTo } = startAuth(database);
    const person = newCredentials();
    await client().auth.signUp(person);
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data } = await admin().auth.admin.generateLink({
        type,
        email: person.email,
        options: { redirectTo: `${siteUrl}/reset-password` },
      });
      expect(data.properties).toMatchObject({
        verification_type: type,
        redirect_to: `${siteUrl}/reset-password`,
        action_link: expect.stringContaining('/auth/v1/verify?token='),
      });
      const { error } = await client().auth.verifyOtp({ token_hash: data.properties!.hashed_token, type });
      expect(error).toBeNull();
    }
    expect(await mailsTo(person.email)).toEqual([]);
  });

  it('generates links for sign-up, and for both mailboxes of an email change', async () => {
    const { admin, client } = startAuth(database);
    const [person, { email: newEmail }] = [newCredentials(), newCredentials()];
    const { generateLink } = admin().auth.admin;
    const link = generateLink.bind(admin().auth.admin);
    const { data: signUp } = await link({ type: 'signup', ...person });
    const confirmed = await client().auth.verifyOtp({
      email: person.email,
      token: signUp.properties!.email_otp,
      type: 'signup',
    });
    expect(confirmed.data.user?.id).toBe(signUp.user?.id);
    expect((await link({ type: 'signup', ...person })).error?.code).toBe('email_exists');

    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await link({ type, email: person.email, newEmail });
      expect(data.user?.new_email).toBe(newEmail);
      expect(data.properties?.verification_type).toBe(type);
    }
    const unknown = await link({ type: 'recovery', email: newCredentials().email });
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  it('refuses requests without the secret key', async () => {
    const { client } = startAuth(database);
    const { admin } = client().auth;
    const { email } = newCredentials();
    const refusals = [
      await admin.inviteUserByEmail(email),
      await admin.generateLink({ type: 'magiclink', email }),
      await admin.mfa.listFactors({ userId: crypto.randomUUID() }),
    ];
    expect(refusals.map(({ error }) => error?.code)).toEqual(Array(3).fill('not_admin'));
  });

  it('does not delete or ban the last administrator, and reports why', async () => {
    const { admin, client } = startAuth(database);
    const { data } = await client().auth.signUp(newCredentials());
    const id = data.user!.id;
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id]);
    const refused = { status: 422, code: 'last_admin' };
    expect((await admin().auth.admin.deleteUser(id)).error).toMatchObject(refused);
    const ban = await admin().auth.admin.updateUserById(id, { ban_duration: '1h' });
    expect(ban.error).toMatchObject(refused);
    expect(ban.error?.message).toBe('The last administrator cannot be removed, demoted, deleted or banned.');
  });

  it("does not unlink an account's last identity [AUTH-020]", async () => {
    const { client } = startAuth(database);
    const supabase = client();
    const { data } = await supabase.auth.signUp(newCredentials());
    const [identity] = data.user!.identities!;
    expect((await supabase.auth.unlinkIdentity(identity!)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    });
    await database.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
       values ('42', $1, '{"sub": "42"}'::text::jsonb, 'github', now())`,
      [data.user!.id],
    );
    const { data: both } = await supabase.auth.getUserIdentities();
    const github = both!.identities.find(({ provider }) => provider === 'github')!;
    const strange = { ...github, identity_id: crypto.randomUUID() };
    expect((await supabase.auth.unlinkIdentity(strange)).error?.code).toBe('identity_not_found');
    expect((await supabase.auth.unlinkIdentity(github)).error).toBeNull();
    const { data: left } = await supabase.auth.getUser();
    expect(left.user).toMatchObject({
      identities: [{ provider: 'email' }],
      app_metadata: { providers: ['email'] },
    });
  });

  it('limits unknown refresh tokens with a response that ends no session', async () => {
    const limits = { ...defaultLimits, unknownRefresh: { limit: 3, milliseconds: 60_000 } };
    const { send, client, clock } = startAuth(database, { settings: { limits } });
    const { data } = await client().auth.signInAnonymously();
    const refresh = async (refresh_token: string, address = '192.0.2.9') => {
      const body = JSON.stringify({ refresh_token });
      const path = '/token?grant_type=refresh_token';
      return (await send(path, { method: 'POST', body }, { address })).status;
    };
    const good = data.session!.refresh_token;
    expect([await refresh('a'), await refresh('b'), await refresh('c')]).toEqual([400, 400, 400]);
    expect([await refresh('d'), await refresh(good)]).toEqual([503, 200]);
    expect(await refresh('d', '192.0.2.10')).toBe(400);
    clock.advance(60_000);
    expect(await refresh('e')).toBe(400);
  });
});
