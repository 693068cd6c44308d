import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { OpenedDatabase } from '../../database/opened-database.ts';
import { createAuth, type Auth } from '../auth.ts';
import type { Mail, Mailer } from '../mails.ts';
import { defaultLimits, type AuthLimits, type AuthSettings } from '../settings.ts';

/**
 * A clock that only moves when a test advances it. Starts at the real time, because supabase-js reads the real clock.
 */
export class TestClock {
  #now = Date.now();
  readonly now = (): Date => new Date(this.#now);
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

export const publishableKey = 'sb_publishable_test';
export const secretKey = 'sb_secret_test';
export const siteUrl = 'http://clover.test';
export const jwtSecret = 'a test secret that is long enough for HS256';

/** High enough that no test reaches them by accident. Tests of limits set their own. */
const highLimits = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, rule]) => [name, { ...rule, limit: 1000 }]),
) as unknown as AuthLimits;

export interface ClientOptions {
  readonly address?: string | null;
  readonly key?: string;
  /** The product uses pkce. The default of supabase-js is implicit. */
  readonly flowType?: 'implicit' | 'pkce';
}

export interface AuthHarness {
  readonly auth: Auth;
  readonly clock: TestClock;
  /** Total delay of attempts in milliseconds. Tests don't wait. */
  readonly waits: readonly number[];
  /** Creates an unmodified supabase-js client that calls the service in this process. */
  readonly client: (options?: ClientOptions) => SupabaseClient;
  readonly admin: () => SupabaseClient;
  /** Sends a request that supabase-js doesn't support. */
  readonly send: (path: string, init?: RequestInit, options?: ClientOptions) => Promise<Response>;
  /** Waits for emails that are being sent, and returns all emails to this recipient, newest first. */
  readonly mailsTo: (email: string) => Promise<readonly Mail[]>;
  /** Returns the newest email. Fails if there is none. */
  readonly mailTo: (email: string) => Promise<Mail>;
  /** Follows a link in an email like a browser. Resolves to the URL that it redirects to. */
  readonly follow: (mail: Mail) => Promise<URL>;
}

export function startAuth(
  database: OpenedDatabase,
  options: {
    readonly settings?: Partial<AuthSettings>;
    readonly confirmEmail?: boolean;
    /** Replaces the mailer, which otherwise collects the emails for the test. */
    readonly mailer?: Mailer | null;
    /** An origin. Passkeys need HTTPS. */
    readonly site?: string;
  } = {},
): AuthHarness {
  const { site = siteUrl } = options;
  const clock = new TestClock();
  const mails: Mail[] = [];
  const waits: number[] = [];
  const collect: Mailer = (mail) => {
    mails.unshift(mail);
    return Promise.resolve();
  };
  const auth = createAuth({
    database,
    jwtSecret,
    siteUrl: () => site,
    mailer: options.mailer === undefined ? collect : options.mailer,
    confirmEmail: options.confirmEmail ?? false,
    settings: { limits: highLimits, ...options.settings },
    clock: clock.now,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  const handle = (request: Request, address: string | null) =>
    auth.handle(request, {
      address,
      role: request.headers.get('apikey') === secretKey ? 'service_role' : 'anon',
    });
  const client = ({
    address = '203.0.113.7',
    key = publishableKey,
    flowType = 'implicit',
  }: ClientOptions = {}) =>
    createClient(site, key, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        flowType,
        experimental: { passkey: true },
      },
      global: { fetch: (input, init) => handle(new Request(input, init), address) },
    });
  const mailsTo = async (email: string) => {
    await auth.settle();
    return mails.filter(({ to }) => to === email);
  };
  return {
    auth,
    clock,
    waits,
    client,
    admin: () => client({ key: secretKey }),
    send: (path, init, { address = '203.0.113.7', key = publishableKey } = {}) => {
      const request = new Request(`${site}/auth/v1${path}`, init);
      request.headers.set('apikey', key);
      return handle(request, address);
    },
    mailsTo,
    mailTo: async (email) => {
      const [mail] = await mailsTo(email);
      if (!mail) throw new Error(`There is no email to ${email}.`);
      return mail;
    },
    follow: async ({ link }) => {
      if (!link) throw new Error('The email has no link.');
      const answer = await handle(new Request(link, { redirect: 'manual' }), '203.0.113.7');
      if (answer.status !== 303) throw new Error(`The link responded with ${answer.status}.`);
      return new URL(answer.headers.get('location') ?? '');
    },
  };
}

let accounts = 0;

/** Returns credentials that no other test of this file uses. */
export function newCredentials(): { readonly email: string; readonly password: string } {
  accounts += 1;
  return { email: `person-${accounts}@example.org`, password: 'correct horse battery' };
}
