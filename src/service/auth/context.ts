import type { Language } from '../../shared/domain/languages.ts';
import type { ApiRole, Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Encryption } from './encryption.ts';
import type { Mailer } from './mails.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { PendingRefreshes } from './pending-refreshes.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { AuthSettings } from './settings.ts';
import type { Tokens } from './tokens.ts';

export interface AuthContext {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly refreshTokens: RefreshTokens;
  readonly pendingRefreshes: PendingRefreshes;
  readonly oneTimeTokens: OneTimeTokens;
  readonly encryption: Encryption;
  readonly rateLimiter: RateLimiter;
  /** Key for hashing the known devices of accounts. */
  readonly deviceKey: Buffer;
  /** Delays sign-in attempts on an account under attack. Tests don't wait. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly settings: AuthSettings;
  readonly confirmEmail: boolean;
  readonly language: Language;
  /** Null if no emails can be delivered. Requests that need one are then refused. */
  readonly mailer: Mailer | null;
  /** Public origin of the service, for tokens and for links in emails. A function, because it depends on the port. */
  readonly siteUrl: () => string;
  /**
   * Runs work after the response is sent. Everything that depends on whether an email has an account belongs here, so
   * that neither the response nor its timing reveals it. Failures are logged without details.
   */
  readonly runAfterResponse: (work: () => Promise<void>) => void;
  readonly log: Log;
  readonly clock: () => Date;
}

export interface Visitor {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface AuthCall {
  readonly request: Request;
  readonly url: URL;
  /** Path parameters of the route, e.g. `id`. */
  readonly path: Readonly<Record<string, string>>;
  readonly visitor: Visitor;
  readonly keyRole: ApiRole;
}

/** Handles one route. Throws AuthFailure to refuse the request. */
export type AuthHandler = (call: AuthCall, context: AuthContext) => Promise<Response>;

/**
 * Method and path below `/auth/v1`. A segment that begins with a colon is a parameter. As a method, `*` matches any; at
 * the end of a path, it matches all paths below.
 */
export type AuthRoute = readonly [method: string, path: string, handler: AuthHandler];
