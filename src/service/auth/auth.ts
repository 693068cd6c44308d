import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ApiRole, Claims, Database } from '../database/database.ts';
import { json } from '../http/json.ts';
import { silentLog, type Log } from '../log.ts';
import { createAccount, type AccountInput } from './account-creation.ts';
import { hasSession, isSessionLive } from './caller.ts';
import type { AuthContext } from './context.ts';
import { refusalOf, sqlState } from './database-error.ts';
import { normaliseEmail } from './email.ts';
import { AuthFailure, failureResponse } from './failure.ts';
import type { Mailer } from './mailer.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { withOpenings } from './openings.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createReceipts } from './receipts.ts';
import { createRefreshTokens } from './refresh-tokens.ts';
import { findRoute } from './routes.ts';
import { createSealer } from './sealing.ts';
import { issueSession, sessionFields, type SessionFields } from './session-response.ts';
import { shareReceipts } from './shared-receipts.ts';
import { defaultSettings, type AuthSettings } from './settings.ts';
import { createTokens, type TokenProblem } from './tokens.ts';
import { findUserByEmail, presentUser, type AuthUser } from './users.ts';

export interface AuthOptions {
  readonly database: Database;
  /** At least 32 bytes; signs access tokens, and keys the chain of refresh tokens. */
  readonly jwtSecret: string;
  /** Origin of the service, for the issuer of tokens and for links in mails; known once the port is. */
  readonly siteUrl: () => string;
  /** Takes confirmation, recovery and sign-in mails; null where they would reach nobody. */
  readonly mailer: Mailer | null;
  /** Whether an address must be confirmed by mail before it is an account. */
  readonly confirmEmail: boolean;
  readonly settings?: Partial<AuthSettings>;
  readonly clock?: () => Date;
  /** How a guess at an account under attack is delayed; tests do not wait. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  readonly log?: Log;
}

/** What the host knows about a request: the visitor's address (null from inside the process) and the API key's role. */
export interface AuthRequestInfo {
  readonly address: string | null;
  readonly role: ApiRole;
}

export interface Auth {
  /** Answers a request below `/auth/v1`. Never rejects. */
  handle(request: Request, info: AuthRequestInfo): Promise<Response>;
  /** What an access token says, or what is wrong with it. Asks no database: its session may have ended since. */
  verifyToken(token: string): Promise<Claims | TokenProblem>;
  /** The same, or null when it is expired, forged or not ours. */
  verifyAccessToken(token: string): Promise<Claims | null>;
  /** Whether session and user of verified claims still exist and the user is not banned: one indexed query. */
  isSessionLive(claims: Claims): Promise<boolean>;
  /** Whether the session of verified claims still exists, a ban or not: one indexed query. */
  hasSession(claims: Claims): Promise<boolean>;
  /** Makes an account without signing up, for the first start. Rejects with AuthFailure, e.g. email_exists. */
  createUser(input: AccountInput): Promise<AuthUser>;
  /** A session without a password, for the owner of a desktop: the host has made sure who asks. */
  openSession(userId: string): Promise<SessionFields>;
  /** The account with this address, or null. */
  findUserByEmail(email: string): Promise<AuthUser | null>;
  /** Begins to hear of the other instances' sessions; resolves to the undo. */
  listen(): Promise<() => Promise<void>>;
  /** Resolves once the work after earlier answers is done and its mails are handed on. Never rejects. */
  settle(): Promise<void>;
}

const basePath = '/auth/v1';

/** Makes the auth service over the tables of `authSchema`. Throws when the secret is too short to be safe. */
export function createAuth(options: AuthOptions): Auth {
  const { database, log = silentLog, clock = () => new Date() } = options;
  const settings = { ...defaultSettings, ...options.settings };
  const receipts = shareReceipts(createReceipts(), database);
  const underWay = new Set<Promise<void>>();
  const context: AuthContext = {
    receipts,
    oneTimeTokens: createOneTimeTokens(options.jwtSecret),
    sealer: createSealer(options.jwtSecret),
    mailer: options.mailer,
    siteUrl: options.siteUrl,
    log,
    afterwards(work) {
      const done: Promise<void> = work()
        .catch((error: unknown) =>
          log('auth.afterwards-failed', {
            error: error instanceof Error ? error.name : 'unknown',
            state: sqlState(error) ?? '',
          }),
        )
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    database,
    settings,
    clock,
    confirmEmail: options.confirmEmail,
    tokens: createTokens({
      secret: options.jwtSecret,
      issuer: () => `${options.siteUrl()}${basePath}`,
      clock,
      onVerified: receipts.confirm,
    }),
    refreshTokens: createRefreshTokens(options.jwtSecret),
    rateLimiter: createRateLimiter(database, options.jwtSecret, clock),
    deviceKey: createHmac('sha256', options.jwtSecret).update('known devices').digest(),
    wait: options.wait ?? ((milliseconds) => setTimeout(milliseconds)),
  };

  async function answer(request: Request, info: AuthRequestInfo): Promise<Response> {
    const url = new URL(request.url);
    const route = url.pathname.startsWith(`${basePath}/`)
      ? findRoute(request.method, url.pathname.slice(basePath.length))
      : null;
    if (route === null) return json({ code: 404, msg: 'Not found' }, 404);
    if (route === 'method') return json({ code: 405, msg: 'Method not allowed' }, 405);
    const visitor = { address: info.address, userAgent: request.headers.get('user-agent') };
    const opened = await withOpenings(context, url.pathname.slice(basePath.length));
    return route.handler({ request, url, path: route.path, visitor, keyRole: info.role }, opened);
  }

  return {
    async handle(request, info) {
      try {
        return await answer(request, info);
      } catch (error) {
        const refusal = error instanceof AuthFailure ? error : refusalOf(error);
        if (refusal) return failureResponse(refusal, request);
        // The name and the SQLSTATE alone: the message of a database error may quote an address or a hash.
        const name = error instanceof Error ? error.name : 'unknown';
        log('auth.failed', {
          path: new URL(request.url).pathname,
          error: name,
          state: sqlState(error) ?? '',
        });
        const failure = new AuthFailure(
          500,
          'unexpected_failure',
          'Unexpected failure, please check server logs',
        );
        return failureResponse(failure, request);
      }
    },
    verifyToken: (token) => context.tokens.verify(token),
    async verifyAccessToken(token) {
      const claims = await context.tokens.verify(token);
      return typeof claims === 'string' ? null : claims;
    },
    async isSessionLive({ sub, session_id: sessionId }) {
      if (!sub || !sessionId) return false;
      return isSessionLive(database, { sub, session_id: sessionId }, clock());
    },
    async hasSession({ sub, session_id: sessionId }) {
      if (!sub || !sessionId) return false;
      return hasSession(database, { sub, session_id: sessionId });
    },
    createUser: async (input) => presentUser(await createAccount(input, context)),
    async openSession(userId) {
      const visitor = { address: null, userAgent: null };
      const issued = await database.transaction((tx) => issueSession(tx, userId, 'owner', visitor, context));
      return sessionFields(issued, context);
    },
    async findUserByEmail(email) {
      const user = await findUserByEmail(database, normaliseEmail(email));
      return user && presentUser(user);
    },
    listen: receipts.listen,
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
