import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, secretKey, startAuth } from './testing/harness.ts';
import { codeOf } from './testing/inbox.ts';

describeDatabases('user administration', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it('creates an account that can sign in [AUTH-059]', async () => {
    const { admin, client } = startAuth(database);
    const person = newCredentials();
    const { data, error } = await admin().auth.admin.createUser({
      ...person,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { team: 'north' },
    });
    expect(error).toBeNull();
    const signedIn = await client().auth.signInWithPassword(person);
    expect(signedIn.data.user).toMatchObject({
      id: data.user!.id,
      user_metadata: { name: 'Ada' },
      app_metadata: { team: 'north', provider: 'email', providers: ['email'] },
    });
  });

  it('refuses a second account with the same email or id', async () => {
    const { admin } = startAuth(database);
    const { data } = await admin().auth.admin.createUser({ email: newCredentials().email });
    const again = await admin().auth.admin.createUser({ email: data.user!.email! });
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });
    const sameId = await admin().auth.admin.createUser({ ...newCredentials(), id: data.user!.id });
    expect(sameId.error?.status).toBe(422);
  });

  it('reads and changes an account, and ends its sessions if the password changes', async () => {
    const { admin, client, auth } = startAuth(database);
    const person = newCredentials();
    const { data } = await client().auth.signUp({ ...person, options: { data: { name: 'Ada', team: 1 } } });
    const id = data.user!.id;
    const renamed = newCredentials();
    const { data: changed, error } = await admin().auth.admin.updateUserById(id, {
      email: renamed.email,
      email_confirm: true,
      password: 'chosen by an admin',
      user_metadata: { team: null, language: 'en' },
      app_metadata: { plan: 'starter' },
    });
    expect(error).toBeNull();
    expect(changed.user).toMatchObject({
      id,
      email: renamed.email,
      user_metadata: { name: 'Ada', language: 'en', email_verified: true },
      app_metadata: { provider: 'email', plan: 'starter' },
      identities: [{ identity_data: { email: renamed.email, email_verified: true } }],
    });
    expect((await admin().auth.admin.getUserById(id)).data.user).toEqual(changed.user);
    const claims = await auth.verifyAccessToken(data.session!.access_token);
    expect(await auth.isSessionLive(claims!)).toBe(false);
    const signedIn = await client().auth.signInWithPassword({ ...renamed, password: 'chosen by an admin' });
    expect(signedIn.data.user?.id).toBe(id);
  });

  it('does not confirm a new email unless the request says so', async () => {
    const { admin, client } = startAuth(database);
    const person = newCredentials();
    const { data } = await client().auth.signUp(person);
    const { email } = newCredentials();
    await admin().auth.admin.updateUserById(data.user!.id, { email });
    const { error } = await client().auth.signInWithPassword({ ...person, email });
    expect(error?.code).toBe('email_not_confirmed');
  });

  it('does not let a message to the old email confirm the new one', async () => {
    const { admin, client, mailTo } = startAuth(database, { confirmEmail: true });
    const person = newCredentials();
    await client().auth.signUp(person);
    const token = codeOf(await mailTo(person.email));
    const { users } = (await admin().auth.admin.listUsers()).data;
    const { id } = users.find(({ email }) => email === person.email)!;
    const { email } = newCredentials();
    await admin().auth.admin.updateUserById(id, { email });
    for (const address of [person.email, email]) {
      const { error } = await client().auth.verifyOtp({ email: address, token, type: 'signup' });
      expect(error?.code).toBe('otp_expired');
    }
    expect((await admin().auth.admin.getUserById(id)).data.user?.email_confirmed_at).toBeUndefined();
  });

  it('changes nothing if part of the change is refused', async () => {
    const { admin, client } = startAuth(database);
    const otherAccount = newCredentials();
    await client().auth.signUp(otherAccount);
    const person = newCredentials();
    const { data } = await client().auth.signUp(person);
    const { error } = await admin().auth.admin.updateUserById(data.user!.id, {
      email: otherAccount.email,
      password: 'chosen by an admin',
      ban_duration: '1h',
    });
    expect(error?.code).toBe('email_exists');
    expect((await client().auth.signInWithPassword(person)).error).toBeNull();
  });

  it('deletes an account with all its rows [AUTH-060]', async () => {
    const { admin, client } = startAuth(database);
    const person = newCredentials();
    const { data } = await client().auth.signUp(person);
    const id = data.user!.id;
    expect((await admin().auth.admin.deleteUser(id)).error).toBeNull();
    const left = await database.query(
      `select user_id::text from auth.identities where user_id::text = $1
       union all select user_id::text from auth.sessions where user_id::text = $1
       union all select user_id from auth.refresh_tokens where user_id = $1`,
      [id],
    );
    expect(left).toEqual([]);
    expect((await client().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
    expect((await admin().auth.admin.deleteUser(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
    expect((await client().auth.signUp(person)).error).toBeNull();
  });

  it('refuses unknown accounts and invalid ids', async () => {
    const { admin, send } = startAuth(database);
    const id = crypto.randomUUID();
    expect((await admin().auth.admin.getUserById(id)).error?.code).toBe('user_not_found');
    expect((await admin().auth.admin.updateUserById(id, { ban_duration: '1h' })).error?.code).toBe(
      'user_not_found',
    );
    const answer = await send('/admin/users/..%2Fusers', {}, { key: secretKey });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' });
  });

  it('requires the secret key, without a user token [AUTH-061]', async () => {
    const { client, send } = startAuth(database);
    const supabase = client();
    const { data } = await supabase.auth.signInAnonymously();
    const { id } = data.user!;
    const { admin } = supabase.auth;
    const refusals = [
      await admin.createUser({ ...newCredentials(), email_confirm: true }),
      await admin.listUsers(),
      await admin.getUserById(id),
      await admin.updateUserById(id, { app_metadata: { role: 'admin' } }),
      await admin.deleteUser(id),
    ];
    expect(refusals.map(({ error }) => [error?.status, error?.code])).toEqual(
      Array(5).fill([403, 'not_admin']),
    );
    const asUser = await send(
      '/admin/users',
      { headers: { authorization: `Bearer ${data.session!.access_token}` } },
      { key: secretKey },
    );
    expect(asUser.status).toBe(403);
    expect((await supabase.auth.getUser()).data.user).toEqual(data.user);
  });
});

describeDatabases('the list of users', (open) => {
  it('lists the newest accounts first, in pages with the total and links', async () => {
    const { admin, auth, clock } = startAuth(await open());
    const emails: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      clock.advance(1000);
      const { email } = newCredentials();
      await auth.createUser({ email, isEmailConfirmed: true });
      emails.unshift(email);
    }
    const page = async (number: number) => {
      const { data } = await admin().auth.admin.listUsers({ page: number, perPage: 2 });
      return { ...data, users: data.users.map(({ email }) => email) };
    };
    expect(await page(1)).toMatchObject({ users: emails.slice(0, 2), total: 5, nextPage: 2, lastPage: 3 });
    expect(await page(2)).toMatchObject({ users: emails.slice(2, 4), total: 5, nextPage: 3, lastPage: 3 });
    expect(await page(3)).toMatchObject({ users: emails.slice(4), total: 5, nextPage: null, lastPage: 3 });
    expect(await page(4)).toMatchObject({ users: [], total: 5, nextPage: null });
    const all = await admin().auth.admin.listUsers();
    expect(all.data.users).toHaveLength(5);
    expect((await admin().auth.admin.listUsers({ page: -1 })).error?.code).toBe('validation_failed');
  });
});
