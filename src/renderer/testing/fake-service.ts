import { onTestFinished, vi } from 'vitest';
import type { AppConfig } from '../platform/platform.ts';
import { testConfig } from '../platform/test.ts';
import { connection } from '../lib/service-connection.ts';
import { type TableChange, FakeSocket } from './fake-socket.ts';

/** A response. It is empty without `body`. A stream is sent unchanged, any other body as JSON. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Responder = (request: FakeRequest) => Answer | Promise<Answer>;

export interface OwnAccess {
  readonly access: 'active' | 'banned';
  readonly plan: 'guest' | 'starter' | 'professional';
  readonly is_admin: boolean;
  readonly requirement: 'second_factor' | 'new_password' | null;
}

export interface FakeService {
  /** All requests, oldest first. */
  readonly requests: readonly FakeRequest[];
  /** Sets the response for `METHOD /path`. */
  readonly answer: (route: string, responder: Answer | Responder) => void;
  readonly changeAccess: (change: Partial<OwnAccess>) => void;
  /** Sets the running replies in the response of `own_access`. */
  readonly answerRunning: (list: () => readonly object[]) => void;
  readonly to: (path: string) => readonly FakeRequest[];
  readonly emitChange: (table: string, change?: TableChange) => void;
  /** Makes every request fail as if offline, until called with false. */
  readonly setOffline: (isOffline: boolean) => void;
}

const userId = '6f0c3f0e-5f0a-4b53-9c52-1c6e3b4a7d10';
export const factorId = '0b1f8e58-0c7e-4c43-8f6b-2c60e4a1f6d2';

/**
 * Replaces the network of the real client library. Responds to the config, sign-out and account requests; tests add
 * other responses. Removed when the test ends.
 */
export function startFakeService(config: AppConfig = testConfig): FakeService {
  const requests: FakeRequest[] = [];
  const responders = new Map<string, Responder>();
  let isOffline = false;
  /**
   * Ends waiting requests when the test ends. Otherwise they would keep the auth client's lock, which the
   * next tests share.
   */
  const end = Promise.withResolvers<Answer>();
  const answer: FakeService['answer'] = (route, responder) => {
    responders.set(route, typeof responder === 'function' ? responder : () => responder);
  };

  answer('GET /config.json', { body: config });
  answer('POST /auth/v1/logout', { status: 204 });
  answer('POST /rest/v1/rpc/get_usage_budget', {
    body: {
      tokens_used: 0,
      tokens_allowed: null,
      cost_used: 0,
      cost_allowed: null,
      own_tokens: 0,
      own_cost: 0,
    },
  });
  answer('POST /rest/v1/rpc/get_message_quota', { body: { plan: 'starter', allowed: 3, used: 0 } });
  // Tests set each part's response.
  answer('POST /rest/v1/rpc/app_start', { body: {} });
  answer('GET /rest/v1/projects', { body: [] });
  let access: OwnAccess = { access: 'active', plan: 'starter', is_admin: false, requirement: null };
  let listRunning = (): readonly object[] => [];
  answer('POST /rest/v1/rpc/own_access', () => ({ body: { ...access, running: listRunning() } }));
  answer('POST /rest/v1/rpc/has_role', () => ({ body: access.is_admin }));

  const fakeFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (isOffline) throw new TypeError('Failed to fetch');
    const request = new Request(
      new URL(input instanceof Request ? input.url : input, config.supabaseUrl),
      init,
    );
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const call: FakeRequest = {
      method: request.method,
      path: pathname,
      search,
      headers: request.headers,
      body: request.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : text || null,
    };
    requests.push(call);
    const responder = responders.get(`${call.method} ${pathname}`);
    if (!responder)
      return Response.json(
        { message: `The test sets no response for ${call.method} ${pathname}` },
        { status: 404 },
      );
    const {
      status = 200,
      body,
      headers = {},
    } = await Promise.race([responder(call), rejectOnAbort(init?.signal), end.promise]);
    const reply = { status, headers: new Headers(headers) };
    if (body instanceof ReadableStream) return new Response(body, reply);
    return body === undefined ? new Response(null, reply) : Response.json(body, reply);
  };

  /** Rejects when the request is aborted, as fetch does. */
  const rejectOnAbort = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });

  vi.stubGlobal('fetch', fakeFetch);
  vi.stubGlobal('WebSocket', FakeSocket);
  onTestFinished(() => {
    end.resolve({ status: 400, body: { message: 'The test has ended.' } });
    FakeSocket.forget();
    // The next test starts with a connection.
    connection.reportResponse(200);
    vi.unstubAllGlobals();
  });
  return {
    requests,
    answer,
    changeAccess: (change) => {
      access = { ...access, ...change };
    },
    answerRunning: (list) => {
      listRunning = list;
    },
    to: (path) => requests.filter((call) => call.path === path),
    emitChange: (table, change) => FakeSocket.emitChange(table, change),
    setOffline: (value) => {
      isOffline = value;
    },
  };
}

export interface FakeUser {
  readonly id?: string;
  readonly email?: string;
  readonly data?: Record<string, unknown>;
  readonly isAnonymous?: boolean;
  readonly isEncrypted?: boolean;
  /** Set if the account has a second factor. `used` if this session has used it. */
  readonly secondFactor?: 'used' | 'missing';
}

export function fakeSession({
  id = userId,
  email = '',
  data = {},
  isAnonymous = false,
  isEncrypted = false,
  secondFactor,
}: FakeUser = {}) {
  const lifetime = 3_600;
  const expiresAt = Math.floor(Date.now() / 1_000) + lifetime;
  const token = [
    { alg: 'HS256', typ: 'JWT' },
    { sub: id, exp: expiresAt, role: 'authenticated', aal: secondFactor === 'used' ? 'aal2' : 'aal1' },
  ]
    .map((part) => btoa(JSON.stringify(part)).replaceAll('=', ''))
    .join('.');
  return {
    access_token: `${token}.c2lnbmF0dXJl`,
    refresh_token: 'refresh-token',
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: expiresAt,
    user: {
      id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      is_anonymous: isAnonymous,
      user_metadata: data,
      app_metadata: isEncrypted ? { encrypted_history: true } : {},
      identities: [],
      ...(secondFactor && { factors: [{ id: factorId, factor_type: 'totp', status: 'verified' }] }),
      created_at: new Date().toISOString(),
    },
  };
}
