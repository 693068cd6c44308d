import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { createAuth } from './auth.ts';
import { authSchema } from './schema.ts';
import { newCredentials, jwtSecret, secretKey, siteUrl, startAuth } from './testing/harness.ts';

describeDatabases('the auth service', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it('shows which sign-in methods are enabled', async () => {
    const { send } = startAuth(database, { settings: { signupOpen: false }, confirmEmail: true });
    expect(await (await send('/settings')).json()).toMatchObject({
      external: { anonymous_users: true, email: true },
      disable_signup: true,
      mailer_autoconfirm: false,
    });
    expect((await send('/health')).status).toBe(200);
  });

  it('publishes no keys, because tokens are signed with a secret [AUTH-026]', async () => {
    const { send, client } = startAuth(database);
    expect(await (await send('/.well-known/jwks.json')).json()).toEqual({ keys: [] });
    const supabase = client();
    const { data } = await supabase.auth.signInAnonymously();
    const { data: verified } = await supabase.auth.getClaims();
    expect(verified?.claims.sub).toBe(data.user!.id);
  });

  it("refuses disabled features with the hosted service's codes", async () => {
    const { client, admin } = startAuth(database);
    const supabase = client();
    await supabase.auth.signInAnonymously();
    const refusals = {
      sso: await supabase.auth.signInWithSSO({ domain: 'example.org' }),
      idToken: await supabase.auth.signInWithIdToken({ provider: 'google', token: 'x' }),
      phone: await supabase.auth.signInWithPassword({ phone: '+15550100', password: 'x' }),
      phoneSignUp: await supabase.auth.signUp({ phone: '+15550100', password: 'x' }),
      phoneCode: await supabase.auth.signInWithOtp({ phone: '+15550100' }),
      phoneFactor: await supabase.auth.mfa.enroll({ factorType: 'phone', phone: '+15550100' }),
      link: await supabase.auth.linkIdentity({
        provider: 'google',
        options: { skipBrowserRedirect: true },
      }),
      web3: await supabase.auth.signInWithWeb3({
        chain: 'solana',
        message: 'Sign in',
        signature: new Uint8Array(64),
      }),
      passkeySignIn: await supabase.auth.passkey.startAuthentication(),
      passkeys: await supabase.auth.passkey.list(),
      passkeysOfUser: await admin().auth.admin.passkey.listPasskeys({ userId: crypto.randomUUID() }),
      oauthConsent: await supabase.auth.oauth.getAuthorizationDetails('x'),
      oauthGrants: await supabase.auth.oauth.listGrants(),
      oauthClients: await admin().auth.admin.oauth.listClients(),
      customProviders: await admin().auth.admin.customProviders.listProviders(),
    };
    const codes = Object.entries(refusals).map(([name, { error }]) => [name, error?.code]);
    expect(Object.fromEntries(codes)).toEqual({
      sso: 'saml_provider_disabled',
      idToken: 'provider_disabled',
      phone: 'phone_provider_disabled',
      phoneSignUp: 'phone_provider_disabled',
      phoneCode: 'phone_provider_disabled',
      phoneFactor: 'mfa_phone_enroll_not_enabled',
      link: 'manual_linking_disabled',
      web3: 'web3_provider_disabled',
      passkeySignIn: 'passkey_disabled',
      passkeys: 'passkey_disabled',
      passkeysOfUser: 'passkey_disabled',
      oauthConsent: 'feature_disabled',
      oauthGrants: 'feature_disabled',
      oauthClients: 'feature_disabled',
      customProviders: 'feature_disabled',
    });
    expect(refusals.web3.error).toMatchObject({ status: 422, message: 'Web3 provider is disabled' });
    expect(refusals.passkeys.error).toMatchObject({ status: 404, message: 'Passkeys are disabled' });
    expect(refusals.oauthGrants.error).toMatchObject({ status: 404, message: 'OAuth server is disabled' });
  });

  it('checks the caller before it refuses a disabled feature, like the hosted service', async () => {
    const { client } = startAuth(database);
    const { auth } = client();
    expect((await auth.admin.oauth.listClients()).error?.code).toBe('not_admin');
    expect((await auth.admin.passkey.listPasskeys({ userId: crypto.randomUUID() })).error?.code).toBe(
      'not_admin',
    );
  });

  it('has no other paths or methods', async () => {
    const { send } = startAuth(database);
    expect((await send('/nowhere')).status).toBe(404);
    expect((await send('/admin/users/1/2')).status).toBe(404);
    expect((await send('/signup')).status).toBe(405);
  });

  it('writes errors in the format of the requested API version', async () => {
    const { send } = startAuth(database);
    const ask = (version: string) =>
      send('/token?grant_type=password', { method: 'POST', headers: { 'x-supabase-api-version': version } });
    const named = await ask('2024-01-01');
    expect(named.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await named.json()).toEqual({ code: 'validation_failed', message: 'missing email or phone' });
    const before = { code: 400, error_code: 'validation_failed', msg: 'missing email or phone' };
    for (const version of ['2023-12-31', '', 'zzz'])
      expect(await (await ask(version)).json()).toEqual(before);
  });

  it('keeps the text of database errors from the client and the log', async () => {
    const lines: unknown[] = [];
    const broken = createAuth({
      database: {
        ...database,
        query: () =>
          Promise.reject(Object.assign(new Error('key (email)=(ada@example.org)'), { code: '40001' })),
      },
      jwtSecret,
      siteUrl: () => siteUrl,
      mailer: () => Promise.resolve(),
      confirmEmail: false,
      log: (...line) => lines.push(line),
    });
    const request = new Request(`${siteUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse' }),
    });
    const answer = await broken.handle(request, { address: null, role: 'anon' });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error_code: 'unexpected_failure' });
    expect(lines).toEqual([['auth.failed', { path: '/auth/v1/token', error: 'Error', state: '40001' }]]);
  });

  it('refuses to start with a short secret', () => {
    const start = () =>
      createAuth({
        database,
        jwtSecret: 'x'.repeat(31),
        siteUrl: () => siteUrl,
        mailer: () => Promise.resolve(),
        confirmEmail: false,
      });
    expect(start).toThrow('32 bytes');
  });

  it('creates and finds accounts for the first start', async () => {
    const { auth, client } = startAuth(database);
    const person = newCredentials();
    const account = await auth.createUser({
      ...person,
      isEmailConfirmed: true,
      userMetadata: { name: 'Ada' },
    });
    expect(await auth.findUserByEmail(person.email.toUpperCase())).toEqual(account);
    expect(await auth.findUserByEmail('unknown@example.org')).toBeNull();
    expect((await client().auth.signInWithPassword(person)).error).toBeNull();
    await expect(auth.createUser({ ...person, isEmailConfirmed: true })).rejects.toMatchObject({
      code: 'email_exists',
    });
  });

  it('keeps client roles out of its tables, even after an accidental grant', async () => {
    const { admin } = startAuth(database);
    await admin().auth.admin.createUser({ ...newCredentials(), email_confirm: true });
    const tables = await database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'auth'`,
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual([
      'attempts',
      'flow_state',
      'identities',
      'known_devices',
      'mfa_amr_claims',
      'mfa_challenges',
      'mfa_factors',
      'one_time_tokens',
      'refresh_tokens',
      'sessions',
      'users',
      'webauthn_challenges',
      'webauthn_credentials',
    ]);
    for (const role of ['anon', 'authenticated'] as const) {
      for (const { name } of tables) {
        const read = database.asCaller({ role }, (tx) => tx.query(`select from auth.${name}`));
        await expect(read, `${role} reads ${name}`).rejects.toMatchObject({ code: '42501' });
      }
      await database.execute(`grant select on all tables in schema auth to ${role}`);
      const seen = await database.asCaller({ role }, (tx) => tx.query('select from auth.users'));
      expect(seen).toHaveLength(0);
    }
    // Every start applies the schema again. That must keep the accounts and revoke the accidental grant.
    await database.execute(authSchema);
    const users = await database.query('select from auth.users');
    expect(users.length).toBeGreaterThan(0);
    const read = database.asCaller({ role: 'anon' }, (tx) => tx.query('select from auth.users'));
    await expect(read).rejects.toMatchObject({ code: '42501' });
    expect((await startAuth(database).send('/admin/users', {}, { key: secretKey })).status).toBe(200);
  });
});
