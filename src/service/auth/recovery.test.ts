import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { defaultLimits } from './settings.ts';
import { newCredentials, siteUrl, startAuth } from './testing/harness.ts';
import { codeOf } from './testing/inbox.ts';

describeDatabases('links and codes by email', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  async function account() {
    const harness = startAuth(database);
    const person = newCredentials();
    const { data } = await harness.client().auth.signUp(person);
    return { ...harness, person, id: data.user!.id };
  }

  it('recover an account by a code, after which a new password can be chosen [AUTH-017]', async () => {
    const { client, person, mailTo } = await account();
    const supabase = client();
    expect((await supabase.auth.resetPasswordForEmail(person.email)).error).toBeNull();
    const mail = await mailTo(person.email);
    expect(mail.kind).toBe('recovery');
    const { error } = await supabase.auth.verifyOtp({
      email: person.email,
      token: codeOf(mail),
      type: 'recovery',
    });
    expect(error).toBeNull();
    expect((await supabase.auth.updateUser({ password: 'a new password' })).error).toBeNull();
    expect((await client().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
    const renewed = await client().auth.signInWithPassword({ ...person, password: 'a new password' });
    expect(renewed.error).toBeNull();
  });

  it('expire when the password changes, as does a pending change of email', async () => {
    const { client, person, mailTo } = await account();
    const { email: newEmail } = newCredentials();
    const supabase = client();
    await supabase.auth.signInWithPassword(person);
    await supabase.auth.updateUser({ email: newEmail });
    await supabase.auth.resetPasswordForEmail(person.email);
    const [recovery, change] = [await mailTo(person.email), await mailTo(newEmail)];
    const { data } = await supabase.auth.updateUser({ password: 'a new password' });
    expect(data.user).not.toHaveProperty('new_email');
    for (const [email, mail, type] of [
      [person.email, recovery, 'recovery'],
      [newEmail, change, 'email_change'],
    ] as const) {
      const { error } = await client().auth.verifyOtp({ email, token: codeOf(mail), type });
      expect([type, error?.code]).toEqual([type, 'otp_expired']);
    }
  });

  it('recover by a link that only the requesting browser can complete [AUTH-007]', async () => {
    const { client, person, mailTo, follow, id } = await account();
    const [asked, other] = [client({ flowType: 'pkce' }), client({ flowType: 'pkce' })];
    await asked.auth.resetPasswordForEmail(person.email, { redirectTo: `${siteUrl}/reset-password` });
    const page = await follow(await mailTo(person.email));
    expect(page.pathname).toBe('/reset-password');
    const code = page.searchParams.get('code')!;
    expect((await other.auth.exchangeCodeForSession(code)).error?.name).toBe(
      'AuthPKCECodeVerifierMissingError',
    );
    const { data, error } = await asked.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data).toMatchObject({ redirectType: 'recovery', user: { id } });
    expect((await asked.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }]);
  });

  it('complete a flow once, within five minutes and only with its own verifier [AUTH-007]', async () => {
    const { client, send, person, mailTo, follow, clock } = await account();
    const begin = async () => {
      await client({ flowType: 'pkce' }).auth.resetPasswordForEmail(person.email);
      return (await follow(await mailTo(person.email))).searchParams.get('code')!;
    };
    const exchange = async (auth_code: string, code_verifier: string) => {
      const answer = await send('/token?grant_type=pkce', {
        method: 'POST',
        body: JSON.stringify({ auth_code, code_verifier }),
      });
      return [answer.status, ((await answer.json()) as { error_code: string }).error_code];
    };
    const verifier = 'v'.repeat(56);
    const code = await begin();
    expect(await exchange(code, verifier)).toEqual([400, 'bad_code_verifier']);
    // The failed attempt used up the code.
    expect(await exchange(code, verifier)).toEqual([404, 'flow_state_not_found']);
    expect(await exchange(code, '')).toEqual([400, 'validation_failed']);
    const late = await begin();
    clock.advance(5 * 60_000 + 1);
    expect(await exchange(late, verifier)).toEqual([403, 'flow_state_expired']);
  });

  it('refuse an incomplete or malformed code challenge', async () => {
    const { send, person } = await account();
    for (const challenge of [
      { code_challenge: 'x'.repeat(43) },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: `${'x'.repeat(42)}!`, code_challenge_method: 's256' },
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
    ]) {
      const answer = await send('/recover', {
        method: 'POST',
        body: JSON.stringify({ email: person.email, ...challenge }),
      });
      expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }]);
    }
  });

  it('sign in by code, and create an account without a password [AUTH-011]', async () => {
    const { client, mailTo } = startAuth(database);
    const { email } = newCredentials();
    const supabase = client();
    const sent = await supabase.auth.signInWithOtp({ email, options: { data: { name: 'Ada' } } });
    expect(sent).toMatchObject({ error: null, data: { session: null } });
    expect((await client().auth.signInWithPassword({ email, password: 'anything' })).error?.code).toBe(
      'invalid_credentials',
    );
    const mail = await mailTo(email);
    const { data } = await supabase.auth.verifyOtp({ email, token: codeOf(mail), type: 'email' });
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Ada' }, role: 'authenticated' });
    expect((await supabase.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }]);
    expect((await supabase.auth.updateUser({ password: 'the first password' })).error).toBeNull();
  });

  it('sign in with the token of a link that was opened on another device', async () => {
    const { client, person, mailTo, id } = await account();
    await client().auth.signInWithOtp({ email: person.email });
    const { tokenHash } = await mailTo(person.email);
    const { data } = await client().auth.verifyOtp({ token_hash: tokenHash!, type: 'magiclink' });
    expect(data.user?.id).toBe(id);
  });

  it('give the same response for every email, and are sent only to known ones', async () => {
    const { client, send, person, mailsTo } = await account();
    const stranger = newCredentials().email;
    const ask = async (path: string, body: object) => {
      const answer = await send(path, { method: 'POST', body: JSON.stringify(body) });
      return [answer.status, await answer.text()];
    };
    const requests = [
      ['/recover', {}],
      ['/otp', { create_user: false }],
      ['/resend', { type: 'signup' }],
      ['/resend', { type: 'email_change' }],
    ] as const;
    for (const [path, body] of requests) {
      const known = await ask(path, { ...body, email: person.email });
      expect(known).toEqual([200, '{}']);
      expect(await ask(path, { ...body, email: stranger })).toEqual(known);
    }
    expect(await mailsTo(stranger)).toEqual([]);
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['magic_link', 'recovery']);
    const codes = await Promise.all(
      [person.email, stranger].map((email) =>
        client().auth.verifyOtp({ email, token: '000000', type: 'recovery' }),
      ),
    );
    expect(codes[0]!.error).toEqual(codes[1]!.error);
  });

  it('respond before the account is looked up, so that the time reveals nothing', async () => {
    const lock = Promise.withResolvers<void>();
    const slow: OpenedDatabase = {
      ...database,
      query: async (sql, parameters) => {
        if (sql.includes('auth.users')) await lock.promise;
        return database.query(sql, parameters);
      },
    };
    const { client, auth, mailsTo } = startAuth(slow, { confirmEmail: true });
    const { email } = newCredentials();
    expect((await client().auth.signUp({ email, password: 'chosen by a visitor' })).error).toBeNull();
    expect((await client().auth.resetPasswordForEmail(email)).error).toBeNull();
    expect((await client().auth.signInWithOtp({ email })).error).toBeNull();
    expect((await client().auth.resend({ type: 'signup', email })).error).toBeNull();
    lock.resolve();
    await auth.settle();
    expect(await mailsTo(email)).not.toEqual([]);
  });

  it('are counted by mailbox before the account is looked up', async () => {
    const { client, clock } = startAuth(database, { settings: { limits: defaultLimits } });
    const person = newCredentials();
    await client().auth.signUp(person);
    for (const email of [person.email, newCredentials().email]) {
      const ask = (address: string) => client({ address }).auth.resetPasswordForEmail(email);
      expect((await ask('203.0.113.1')).error).toBeNull();
      expect((await ask('203.0.113.2')).error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
      });
    }
    clock.advance(60_000);
    expect((await client().auth.resetPasswordForEmail(person.email)).error).toBeNull();
  });

  it('are counted by the requesting IP address', async () => {
    const { client } = startAuth(database, { settings: { limits: defaultLimits } });
    const ask = (address: string) => client({ address }).auth.resetPasswordForEmail(newCredentials().email);
    for (let index = 0; index < 30; index += 1) expect((await ask('192.0.2.1')).error).toBeNull();
    expect((await ask('192.0.2.1')).error?.code).toBe('over_email_send_rate_limit');
    expect((await ask('192.0.2.2')).error).toBeNull();
  });

  it('refuse banned users, and create no account while sign-up is closed', async () => {
    const { client, admin, person, mailsTo, mailTo, id } = await account();
    await client().auth.resetPasswordForEmail(person.email);
    const code = codeOf(await mailTo(person.email));
    await admin().auth.admin.updateUserById(id, { ban_duration: '1h' });
    const verified = await client().auth.verifyOtp({ email: person.email, token: code, type: 'recovery' });
    expect(verified.error).toMatchObject({ status: 403, code: 'user_banned' });
    await client().auth.signInWithOtp({ email: person.email });
    expect(await mailsTo(person.email)).toHaveLength(1);

    const closed = startAuth(database, { settings: { signupOpen: false } });
    const { email } = newCredentials();
    expect((await closed.client().auth.signInWithOtp({ email })).error).toBeNull();
    await closed.auth.settle();
    expect(await closed.auth.findUserByEmail(email)).toBeNull();
  });

  it('are refused if no emails can be delivered', async () => {
    const { client, admin } = startAuth(database, { mailer: null });
    const { email } = newCredentials();
    const refusals = [
      await client().auth.resetPasswordForEmail(email),
      await client().auth.signInWithOtp({ email }),
      await client().auth.resend({ type: 'signup', email }),
      await admin().auth.admin.inviteUserByEmail(email),
    ];
    expect(refusals.map(({ error }) => error?.code)).toEqual(Array(4).fill('email_provider_disabled'));
  });

  it('that fail are logged without details', async () => {
    const { client, auth } = startAuth(database, {
      mailer: () => Promise.reject(new Error('550 ada@example.org is unknown')),
    });
    const { email } = newCredentials();
    expect((await client().auth.signInWithOtp({ email })).error).toBeNull();
    await expect(auth.settle()).resolves.toBeUndefined();
  });

  it.each([
    ['https://evil.example/', `${siteUrl}/`],
    [`${siteUrl}.evil.example/`, `${siteUrl}/`],
    ['http://user:secret@clover.test/', `${siteUrl}/`],
    ['javascript:alert(1)', `${siteUrl}/`],
    ['clover://evil/callback', `${siteUrl}/`],
    ['//evil.example', `${siteUrl}/`],
    [`${siteUrl}/reset-password`, `${siteUrl}/reset-password`],
    ['clover://auth/callback', 'clover://auth/callback'],
  ])('redirect only to our own pages: %s becomes %s', async (redirectTo, expected) => {
    const { client, person, mailTo, follow } = await account();
    await client({ flowType: 'pkce' }).auth.resetPasswordForEmail(person.email, { redirectTo });
    const page = await follow(await mailTo(person.email));
    expect(page.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    page.search = '';
    expect(page.href).toBe(expected);
  });

  it('report what is missing in a request', async () => {
    const { send } = startAuth(database);
    const ask = async (body: object) => {
      const answer = await send('/verify', { method: 'POST', body: JSON.stringify(body) });
      return ((await answer.json()) as { msg: string }).msg;
    };
    expect(await ask({ token: '123456', email: 'a@example.org' })).toBe(
      'Verify requires a verification type',
    );
    expect(await ask({ type: 'signup' })).toBe('Verify requires either a token or a token hash');
    expect(await ask({ type: 'nonsense', token: '1' })).toBe('Invalid email verification type');
    expect(await ask({ type: 'email', token: '1', token_hash: '2' })).toBe(
      'Only the token_hash and type should be provided',
    );
    expect((await send('/verify?type=signup')).status).toBe(400);
  });
});
