import { randomInt, randomUUID } from 'node:crypto';
import { footprintOf, type ServiceProcess } from '../lib/service-process.ts';

export interface Person {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Only people with an account have an email and a password. */
  readonly email?: string;
  readonly password?: string;
}

/** The parts of a response that an attack checks. */
export interface AttackResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly milliseconds: number;
}

export interface CallOptions {
  readonly method?: string;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The signed-in person. Without one, the call sends only the publishable key. */
  readonly as?: Person;
  /** In milliseconds, 20,000 by default. Then the call counts as stuck. */
  readonly timeout?: number;
}

/** The running service as an attacker sees it, with functions to prepare an attack. */
export interface Target {
  readonly url: string;
  readonly database: 'PGlite' | 'PostgreSQL';
  readonly publishableKey: string;
  /** Only for preparations: its clients have the secret key. */
  readonly service: ServiceProcess;
  readonly call: (path: string, options?: CallOptions) => Promise<AttackResponse>;
  /** Creates a guest with a new IP address. */
  readonly guest: () => Promise<Person>;
  readonly person: (plan?: 'starter' | 'professional') => Promise<Person>;
  readonly administrator: () => Promise<Person>;
  readonly chat: (person: Person, content?: string) => Promise<string>;
  readonly megabytes: () => Promise<number>;
}

/** One attack: its actions, and the expected response. */
export interface Attack {
  readonly name: string;
  /** Resolves to the result in one line. */
  readonly run: (target: Target) => Promise<string>;
  /** The result must match this pattern. */
  readonly expected: RegExp;
}

/** Formats a response in one line: the status, and the code or message in its body. */
export function summaryOf({ status, text }: AttackResponse): string {
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const error = typeof body['error'] === 'object' ? (body['error'] as Record<string, unknown>) : body;
    const parts = [error['code'] ?? error['error_code'], error['message'] ?? error['msg']].filter(Boolean);
    return `${status} ${parts.join(': ') || text}`.slice(0, 200);
  } catch {
    return `${status} ${text}`.trim().slice(0, 200);
  }
}

/** Returns a random IP address from the test networks, so that limits per IP address count each visitor separately. */
export const randomIpAddress = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`;

export function createTarget(service: ServiceProcess, database: Target['database']): Target {
  const { url, publishableKey, admin } = service;

  const call: Target['call'] = async (path, { method, body, headers = {}, as, timeout = 20_000 } = {}) => {
    const started = performance.now();
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        apikey: publishableKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-forwarded-for': randomIpAddress(),
        ...as?.headers,
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      headers: response.headers,
      milliseconds: performance.now() - started,
    };
  };

  const signedIn = (answer: AttackResponse, known: { email?: string; password?: string } = {}): Person => {
    if (answer.status !== 200) throw new Error(`No session: ${summaryOf(answer)}`);
    const session = JSON.parse(answer.text) as {
      readonly access_token: string;
      readonly refresh_token: string;
      readonly user: { readonly id: string };
    };
    return {
      id: session.user.id,
      accessToken: session.access_token,
      refreshToken: session.refresh_token,
      headers: { authorization: `Bearer ${session.access_token}` },
      ...known,
    };
  };

  const person: Target['person'] = async (plan = 'starter') => {
    const known = { email: `${randomUUID()}@example.test`, password: randomUUID() };
    const created = await admin.auth.admin.createUser({ ...known, email_confirm: true });
    if (created.error) throw created.error;
    const { error } = await admin
      .from('subscriptions')
      .insert({ user_id: created.data.user.id, plan, source: 'admin' });
    if (error) throw new Error(error.message);
    return signedIn(await call('/auth/v1/token?grant_type=password', { body: known }), known);
  };

  return {
    url,
    database,
    publishableKey,
    service,
    call,
    person,
    guest: async () => signedIn(await call('/auth/v1/signup', { body: {} })),
    async administrator() {
      const created = await person('professional');
      const { error } = await admin.from('user_roles').insert({ user_id: created.id, role: 'admin' });
      if (error) throw new Error(error.message);
      return created;
    },
    async chat(owner, content = 'Hello') {
      const chat = randomUUID();
      const rows = [
        ['chat_history', { id: chat, user_id: owner.id, title: 'A chat' }],
        ['chat_messages', { id: randomUUID(), chat_id: chat, user_id: owner.id, role: 'user', content }],
      ] as const;
      for (const [table, row] of rows) {
        const answer = await call(`/rest/v1/${table}`, { as: owner, body: row });
        if (answer.status !== 201) throw new Error(`No chat: ${summaryOf(answer)}`);
      }
      return chat;
    },
    megabytes: async () => (await footprintOf(service.pid))?.megabytes ?? 0,
  };
}
