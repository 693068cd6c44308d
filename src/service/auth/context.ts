import type { ApiRole, Database } from '../database/database.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Receipts } from './receipts.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { AuthLimits, AuthSettings } from './settings.ts';
import type { Tokens } from './tokens.ts';

/** What every handler works with. */
export interface AuthContext {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly refreshTokens: RefreshTokens;
  readonly receipts: Receipts;
  readonly limiters: Readonly<Record<keyof AuthLimits | 'failedSignIn', RateLimiter>>;
  readonly settings: AuthSettings;
  /** Whether an address must be confirmed by mail before it is an account. */
  readonly confirmEmail: boolean;
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
