import { createClient, processLock, type SupabaseClient } from '@supabase/supabase-js';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { publishableKey, siteUrl } from './testing/harness.ts';

const second = 1000;
const storageKey = 'session';
const user = { id: crypto.randomUUID(), aud: 'authenticated', email: 'ada@example.org', identities: [] };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenUntil = (exp: number) => `${base64({ alg: 'HS256' })}.${base64({ sub: user.id, exp })}.AAAA`;

const nowInSeconds = () => Math.floor(Date.now() / second);

function sessionFor(secondsLeft: number) {
  const expiresAt = nowInSeconds() + secondsLeft;
  return {
    access_token: tokenUntil(expiresAt),
    refresh_token: 'a refresh token',
    expires_in: 3600,
    expires_at: expiresAt,
    token_type: 'bearer',
    user,
  };
}

type Answer = (path: string) => Response;

/** Creates a supabase-js client with separate storage, and a stub that records requests and their times. */
function start(
  answer: Answer,
  options: {
    readonly stored?: unknown;
    readonly autoRefreshToken?: boolean;
    readonly flowType?: 'pkce';
  } = {},
) {
  const storage = new Map<string, string>();
  if (options.stored !== undefined) storage.set(storageKey, JSON.stringify(options.stored));
  const requests: { readonly path: string; readonly time: number }[] = [];
  const client = createClient(siteUrl, publishableKey, {
    auth: {
      storageKey,
      autoRefreshToken: options.autoRefreshToken ?? false,
      ...(options.flowType && { flowType: options.flowType }),
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
    global: {
      fetch: (input, init) => {
        const { pathname, search } = new URL(new Request(input, init).url);
        const path = pathname.replace('/auth/v1', '') + search;
        requests.push({ path, time: Date.now() });
        return Promise.resolve(answer(path));
      },
    },
  });
  return { client, storage, requests, paths: () => requests.map(({ path }) => path) };
}

const answersAll: Answer = (path) =>
  Response.json(
    path.startsWith('/user') ? user : path.startsWith('/.well') ? { keys: [] } : sessionFor(3600),
  );

/** Stubs the browser globals that supabase-js reads, for a page at `href`. */
function openPage(href: string): { visibility: 'visible' | 'hidden'; readonly change: () => void } {
  const listeners: (() => void)[] = [];
  const page = {
    visibility: 'visible' as 'visible' | 'hidden',
    change: () => listeners.forEach((listener) => listener()),
  };
  const location = new URL(href);
  vi.stubGlobal('window', {
    location,
    history: { replaceState: () => {} },
    addEventListener: (_name: string, listener: () => void) => listeners.push(listener),
  });
  vi.stubGlobal('document', {
    get visibilityState() {
      return page.visibility;
    },
  });
  return page;
}

const clients: SupabaseClient[] = [];
const keep = <Started extends { readonly client: SupabaseClient }>(started: Started): Started => {
  clients.push(started.client);
  return started;
};

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    // Waits a full second, because supabase-js rounds times.
    now: nowInSeconds() * second,
  });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.auth.stopAutoRefresh();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('supabase-js retries a refresh after 200, 400 and 800 ms while the service is down [AUTH-010]', async () => {
  let left = 3;
  const { client, requests } = keep(
    start((path) => {
      left -= 1;
      return left >= 0 ? new Response(null, { status: 503 }) : answersAll(path);
    }),
  );
  const refreshed = client.auth.refreshSession({ refresh_token: 'a refresh token' });
  await vi.advanceTimersByTimeAsync(2 * second);
  expect((await refreshed).error).toBeNull();
  const waits = requests.slice(1).map(({ time }, index) => time - requests[index]!.time);
  expect(waits).toEqual([200, 400, 800]);
});

it("supabase-js keeps every field of a session, including a provider's tokens [AUTH-027]", async () => {
  openPage(
    `${siteUrl}/#access_token=${tokenUntil(nowInSeconds() + 3600)}&expires_in=3600&refresh_token=r&token_type=bearer&provider_token=p&provider_refresh_token=q`,
  );
  const { client } = keep(start(answersAll));
  const { data } = await client.auth.getSession();
  expect(data.session).toEqual({
    access_token: tokenUntil(nowInSeconds() + 3600),
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: nowInSeconds() + 3600,
    token_type: 'bearer',
    user,
    provider_token: 'p',
    provider_refresh_token: 'q',
  });
});

it('supabase-js requires an email to resend [AUTH-037]', async () => {
  const { client, requests } = keep(start(answersAll));
  const nothing = { type: 'signup' } as { type: 'signup'; email: string };
  expect((await client.auth.resend(nothing)).error?.message).toBe(
    'You must provide either an email or phone number and a type',
  );
  expect(requests).toEqual([]);
});

it.each(['expires_in', 'refresh_token', 'token_type'])(
  'supabase-js with the implicit flow ignores a URL without %s [AUTH-040]',
  async (missing) => {
    const parameters = new URLSearchParams({
      access_token: tokenUntil(nowInSeconds() + 3600),
      expires_in: '3600',
      refresh_token: 'r',
      token_type: 'bearer',
    });
    parameters.delete(missing);
    openPage(`${siteUrl}/#${parameters.toString()}`);
    const { client } = keep(start(answersAll));
    expect((await client.auth.initialize()).error?.message).toBe('No session defined in URL');
    expect((await client.auth.getSession()).data.session).toBeNull();
  },
);

it('supabase-js with PKCE ignores a session in the URL [AUTH-053]', async () => {
  openPage(
    `${siteUrl}/#access_token=${tokenUntil(nowInSeconds() + 3600)}&expires_in=3600&refresh_token=planted&token_type=bearer`,
  );
  const stored = sessionFor(3600);
  const { client } = keep(start(answersAll, { stored, flowType: 'pkce' }));
  const { error } = await client.auth.initialize();
  expect(error?.message).toBe('Not a valid PKCE flow url.');
  expect((await client.auth.getSession()).data.session?.refresh_token).toBe(stored.refresh_token);
});

it.each(['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable', 'otp_expired'])(
  'supabase-js reports %s from the URL as an error, and keeps the session [AUTH-045, AUTH-046, AUTH-050]',
  async (code) => {
    openPage(`${siteUrl}/#error=access_denied&error_code=${code}&error_description=It+did+not+work`);
    const { client } = keep(start(answersAll, { stored: sessionFor(3600) }));
    const { error } = await client.auth.initialize();
    expect(error).toMatchObject({ message: 'It did not work', details: { error: 'access_denied', code } });
    expect((await client.auth.getSession()).data.session).not.toBeNull();
  },
);

it('supabase-js removes an invalid stored session [AUTH-048]', async () => {
  const { refresh_token: _missing, ...incomplete } = sessionFor(3600);
  for (const stored of [{ nonsense: true }, incomplete]) {
    const { client, storage } = keep(start(answersAll, { stored }));
    expect((await client.auth.getSession()).data.session).toBeNull();
    expect(storage.has(storageKey)).toBe(false);
  }
});

it('supabase-js by default uses the implicit flow, refreshes, persists and reads the URL [AUTH-051, AUTH-052, AUTH-053]', () => {
  const client = createClient(siteUrl, publishableKey);
  clients.push(client);
  const settings = ['flowType', 'autoRefreshToken', 'persistSession', 'detectSessionInUrl'];
  expect(settings.map((name) => Reflect.get(client.auth, name) as unknown)).toEqual([
    'implicit',
    true,
    true,
    true,
  ]);
});

it.each([
  [119, 0],
  [120, 1],
])(
  'supabase-js warns of a session in the URL %i s after it was issued %i times [AUTH-054]',
  async (age, times) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const expiresAt = nowInSeconds() - age + 3600;
    openPage(
      `${siteUrl}/#access_token=${tokenUntil(expiresAt)}&expires_in=3600&expires_at=${expiresAt}&refresh_token=r&token_type=bearer`,
    );
    const { client } = keep(start(answersAll));
    await client.auth.initialize();
    expect(warn.mock.calls.filter(([text]) => String(text).includes('over 120s ago'))).toHaveLength(times);
  },
);

it('supabase-js checks every 30 s and refreshes if less than 90 s are left [AUTH-055, AUTH-058]', async () => {
  openPage(`${siteUrl}/chat`);
  const { client, paths } = keep(start(answersAll, { stored: sessionFor(150), autoRefreshToken: true }));
  await client.auth.initialize();
  await vi.advanceTimersByTimeAsync(59 * second);
  expect(paths()).toEqual([]);
  await vi.advanceTimersByTimeAsync(second);
  expect(paths()).toEqual(['/token?grant_type=refresh_token']);
});

it('supabase-js refreshes while its page is visible, and immediately when it is shown again [AUTH-032]', async () => {
  const page = openPage(`${siteUrl}/chat`);
  const { client, paths } = keep(start(answersAll, { stored: sessionFor(150), autoRefreshToken: true }));
  await client.auth.initialize();
  page.visibility = 'hidden';
  page.change();
  await vi.advanceTimersByTimeAsync(600 * second);
  expect(paths()).toEqual([]);
  page.visibility = 'visible';
  page.change();
  await vi.advanceTimersByTimeAsync(0);
  expect(paths()).toEqual(['/token?grant_type=refresh_token']);
});

it("supabase-js stops waiting for another call's session lock [AUTH-056]", async () => {
  const lock = Promise.withResolvers<void>();
  const first = processLock(storageKey, -1, () => lock.promise);
  const waiting = processLock(storageKey, 5 * second, () => Promise.resolve());
  const [outcome] = await Promise.all([
    waiting.catch((error: unknown) => error),
    vi.advanceTimersByTimeAsync(5 * second),
  ]);
  expect(outcome).toMatchObject({ isAcquireTimeout: true });
  lock.resolve();
  await first;
});

it('supabase-js checks a token with the service if there is no matching key [AUTH-041, AUTH-042, AUTH-044]', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  const token = await new SignJWT({ sub: user.id })
    .setProtectedHeader({ alg: 'ES256', kid: 'mine' })
    .setExpirationTime(nowInSeconds() + 3600)
    .sign(privateKey);
  for (const keys of [[], [{ kid: 'another' }]]) {
    const { client, paths } = keep(
      start((path) => (path.startsWith('/.well') ? Response.json({ keys }) : answersAll(path))),
    );
    const { data, error } = await client.auth.getClaims(token);
    expect([error, data?.claims.sub]).toEqual([null, user.id]);
    expect(paths()).toEqual(['/.well-known/jwks.json', '/user']);
  }
});

it('supabase-js verifies signatures with keys that it loads every ten minutes [AUTH-043, AUTH-057]', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const sign = (key: typeof privateKey) =>
    new SignJWT({ sub: user.id })
      .setProtectedHeader({ alg: 'ES256', kid: 'mine' })
      .setExpirationTime(nowInSeconds() + 7200)
      .sign(key);
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'mine', alg: 'ES256', key_ops: ['verify'] }];
  const { client, paths } = keep(start(() => Response.json({ keys })));
  const token = await sign(privateKey);
  expect((await client.auth.getClaims(token)).data?.claims.sub).toBe(user.id);
  const forged = await sign((await generateKeyPair('ES256')).privateKey);
  expect((await client.auth.getClaims(forged)).error?.message).toBe('Invalid JWT signature');
  await vi.advanceTimersByTimeAsync(600 * second - 1);
  await client.auth.getClaims(token);
  expect(paths()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await client.auth.getClaims(token);
  expect(paths()).toHaveLength(2);
});
