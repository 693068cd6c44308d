import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { publishableKey, siteUrl } from './testing/harness.ts';

/** A request that supabase-js sends: method, path below `/auth/v1` with query, JSON body. */
type Sent = readonly [method: string, path: string, body: unknown];

const user = { id: crypto.randomUUID(), aud: 'authenticated', identities: [], factors: [] };
const payload = { sub: user.id, exp: 4_000_000_000, aal: 'aal1', session_id: crypto.randomUUID() };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const session = {
  access_token: `${base64({ alg: 'HS256' })}.${base64(payload)}.AAAA`,
  refresh_token: 'a refresh token',
  expires_in: 3600,
  token_type: 'bearer',
  user,
};

/** Collects the requests that a signed-in supabase-js client sends. A stub responds to all of them. */
async function recorded(act: (supabase: SupabaseClient) => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const supabase = createClient(siteUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        const text = await request.text();
        sent.push([
          request.method,
          pathname.replace('/auth/v1', '') + search,
          text ? (JSON.parse(text) as unknown) : null,
        ]);
        return Response.json(pathname.endsWith('/user') ? user : { ...session, url: 'https://example.org/' });
      },
    },
  });
  await supabase.auth.setSession(session as unknown as Session);
  sent.length = 0;
  await act(supabase);
  return sent;
}

const captcha = { gotrue_meta_security: { captcha_token: 'captcha' } };
const noCaptcha = { gotrue_meta_security: {} };
const noChallenge = { code_challenge: null, code_challenge_method: null };
const captchaToken = 'captcha';
const email = 'ada@example.org';
const phone = '+15550100';
const password = 'correct horse';
const factorId = crypto.randomUUID();

const requests: readonly [string, (supabase: SupabaseClient) => Promise<unknown>, Sent][] = [
  [
    'sign-up by email [AUTH-001] [AUTH-004]',
    ({ auth }) => auth.signUp({ email, password, options: { data: { name: 'Ada' }, captchaToken } }),
    ['POST', '/signup', { email, password, data: { name: 'Ada' }, ...captcha, ...noChallenge }],
  ],
  [
    'sign-up by phone, by SMS by default [AUTH-004]',
    ({ auth }) => auth.signUp({ phone, password }),
    ['POST', '/signup', { phone, password, data: {}, channel: 'sms', ...noCaptcha }],
  ],
  [
    'password sign-in [AUTH-006]',
    ({ auth }) => auth.signInWithPassword({ email, password, options: { captchaToken } }),
    ['POST', '/token?grant_type=password', { email, password, ...captcha }],
  ],
  [
    'password sign-in by phone [AUTH-006]',
    ({ auth }) => auth.signInWithPassword({ phone, password }),
    ['POST', '/token?grant_type=password', { phone, password, ...noCaptcha }],
  ],
  [
    "sign-in by a provider's token [AUTH-008]",
    ({ auth }) =>
      auth.signInWithIdToken({ provider: 'google', token: 'id', access_token: 'access', nonce: 'nonce' }),
    [
      'POST',
      '/token?grant_type=id_token',
      { provider: 'google', id_token: 'id', access_token: 'access', nonce: 'nonce', ...noCaptcha },
    ],
  ],
  [
    'a code by email, for new users too [AUTH-011]',
    ({ auth }) => auth.signInWithOtp({ email }),
    ['POST', '/otp', { email, data: {}, create_user: true, ...noCaptcha, ...noChallenge }],
  ],
  [
    'a code by phone [AUTH-011]',
    ({ auth }) => auth.signInWithOtp({ phone, options: { channel: 'whatsapp', shouldCreateUser: false } }),
    ['POST', '/otp', { phone, data: {}, create_user: false, channel: 'whatsapp', ...noCaptcha }],
  ],
  [
    'a typed code [AUTH-012]',
    ({ auth }) => auth.verifyOtp({ email, token: '123456', type: 'email' }),
    ['POST', '/verify', { email, token: '123456', type: 'email', ...noCaptcha }],
  ],
  [
    'single sign-on [AUTH-013]',
    ({ auth }) => auth.signInWithSSO({ domain: 'example.org', options: { redirectTo: `${siteUrl}/chat` } }),
    [
      'POST',
      '/sso',
      { domain: 'example.org', redirect_to: `${siteUrl}/chat`, skip_http_redirect: true, ...noChallenge },
    ],
  ],
  ['reauthentication [AUTH-014]', ({ auth }) => auth.reauthenticate(), ['GET', '/reauthenticate', null]],
  [
    'a repeated email [AUTH-015]',
    ({ auth }) => auth.resend({ type: 'signup', email }),
    ['POST', '/resend', { email, type: 'signup', ...noCaptcha, ...noChallenge }],
  ],
  [
    'recovery [AUTH-017]',
    ({ auth }) => auth.resetPasswordForEmail(email, { captchaToken }),
    ['POST', '/recover', { email, ...captcha, ...noChallenge }],
  ],
  [
    'linking an identity [AUTH-019]',
    ({ auth }) => auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } }),
    ['GET', '/user/identities/authorize?provider=google&skip_http_redirect=true', null],
  ],
  [
    'unlinking an identity [AUTH-020]',
    ({ auth }) =>
      auth.unlinkIdentity({ id: 'i', user_id: user.id, identity_id: 'identity', provider: 'google' }),
    ['DELETE', '/user/identities/identity', null],
  ],
  [
    'a new factor [AUTH-022]',
    ({ auth }) => auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone', issuer: 'Clover' }),
    ['POST', '/factors', { friendly_name: 'phone', factor_type: 'totp', issuer: 'Clover' }],
  ],
  [
    'a new factor by phone [AUTH-022]',
    ({ auth }) => auth.mfa.enroll({ factorType: 'phone', friendlyName: 'mobile', phone }),
    ['POST', '/factors', { friendly_name: 'mobile', factor_type: 'phone', phone }],
  ],
  [
    'removing a factor [AUTH-023]',
    ({ auth }) => auth.mfa.unenroll({ factorId }),
    ['DELETE', `/factors/${factorId}`, null],
  ],
  [
    'a challenge [AUTH-024]',
    ({ auth }) => auth.mfa.challenge({ factorId, channel: 'sms' }),
    ['POST', `/factors/${factorId}/challenge`, { factorId, channel: 'sms' }],
  ],
  [
    'answering a challenge [AUTH-025]',
    ({ auth }) => auth.mfa.verify({ factorId, challengeId: 'challenge', code: '123456' }),
    ['POST', `/factors/${factorId}/verify`, { challenge_id: 'challenge', code: '123456' }],
  ],
];

it.each(requests)('supabase-js sends %s as documented, to a stub', async (_name, act, expected) => {
  expect(await recorded(act)).toContainEqual(expected);
});

it('supabase-js redirects to social sign-in with all parameters, without a request [AUTH-018]', async () => {
  let address = '';
  const sent = await recorded(async ({ auth }) => {
    const { data } = await auth.signInWithOAuth({
      provider: 'github',
      options: {
        redirectTo: `${siteUrl}/auth/callback`,
        scopes: 'read:user',
        queryParams: { prompt: 'consent' },
        skipBrowserRedirect: true,
      },
    });
    address = data.url ?? '';
  });
  expect(sent).toEqual([]);
  const { pathname, searchParams } = new URL(address);
  expect(pathname).toBe('/auth/v1/authorize');
  expect(Object.fromEntries(searchParams)).toEqual({
    provider: 'github',
    redirect_to: `${siteUrl}/auth/callback`,
    scopes: 'read:user',
    prompt: 'consent',
  });
});

it.each([401, 403, 404])(
  'supabase-js signs out although the service responds with %i [AUTH-047]',
  async (status) => {
    const supabase = createClient(siteUrl, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: {
        fetch: (input) => {
          const isSignOut = new URL(new Request(input).url).pathname.endsWith('/logout');
          return Promise.resolve(
            isSignOut ? Response.json({ error_code: 'bad_jwt', msg: 'no' }, { status }) : Response.json(user),
          );
        },
      },
    });
    await supabase.auth.setSession(session as unknown as Session);
    expect((await supabase.auth.signOut()).error).toBeNull();
    expect((await supabase.auth.getSession()).data.session).toBeNull();
  },
);
