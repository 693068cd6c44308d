import type { ApiRole, Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Mailer } from './mailer.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Receipts } from './receipts.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { Sealer } from './sealing.ts';
import type { AuthSettings } from './settings.ts';
import type { Tokens } from './tokens.ts';

/** What every handler works with. */
export interface AuthContext {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly refreshTokens: RefreshTokens;
  readonly receipts: Receipts;
  readonly oneTimeTokens: OneTimeTokens;
  /** Keeps the secrets of second factors. */
  readonly sealer: Sealer;
  readonly rateLimiter: RateLimiter;
  /** Keys the hashes by which the devices of an account are remembered. */
  readonly deviceKey: Buffer;
  /** Waits so many milliseconds before a guess is compared. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly settings: AuthSettings;
  /** Whether an address must be confirmed by mail before it is an account. */
  readonly confirmEmail: boolean;
  /** Null where mails reach nobody; then what needs one is refused. */
  readonly mailer: Mailer | null;
  /** Origin of the service as others know it. */
  readonly siteUrl: () => string;
  /**
   * Does work after the answer: whatever differs between an address that has an account and one that has none, so
   * that neither the answer nor its time tells which. A failure is logged by its name alone.
   */
  readonly afterwards: (work: () => Promise<void>) => void;
  readonly log: Log;
  readonly clock: () => Date;
}

/** From where a request comes, as far as the host knows. */
export interface Visitor {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** One request to the auth service. */
export interface AuthCall {
  readonly request: Request;
  readonly url: URL;
  /** Parts of the path that the route names, e.g. `id`. */
  readonly path: Readonly<Record<string, string>>;
  readonly visitor: Visitor;
  /** What the API key stands for. */
  readonly keyRole: ApiRole;
}

/** Answers one route; throws AuthFailure to refuse. */
export type AuthHandler = (call: AuthCall, context: AuthContext) => Promise<Response>;

/**
 * Method and path below `/auth/v1`. A part that begins with a colon names a parameter; `*` stands for every method, and
 * at the end of a path for all paths below it.
 */
export type AuthRoute = readonly [method: string, path: string, handler: AuthHandler];
