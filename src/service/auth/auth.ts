import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ApiRole, Claims } from '../database/database.ts';
import { json } from '../http/json.ts';
import { silentLog } from '../log.ts';
import { withAccessSettings } from './access-settings.ts';
import { createAccount, type AccountInput } from './accounts.ts';
import { hasSession, isSessionLive } from './caller.ts';
import type { AuthContext } from './context.ts';
import { normalizeEmail } from './email.ts';
import { createEncryption } from './encryption.ts';
import { AuthFailure, failureResponse, loggableError, refusalOf } from './failure.ts';
import { languageOf } from './mail-language.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { createPendingRefreshes } from './pending-refreshes.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRefreshTokens } from './refresh-tokens.ts';
import { findRoute } from './routes.ts';
import { issueSession, sessionFields, type SessionFields } from './sessions.ts';
import { defaultSettings, type AuthSettings } from './settings.ts';
import { createTokens, type TokenProblem } from './tokens.ts';
import { findUserByEmail, formatUser, type AuthUser } from './users.ts';

export interface AuthOptions
  extends
    Pick<AuthContext, 'database' | 'siteUrl' | 'mailer' | 'confirmEmail'>,
    Partial<Pick<AuthContext, 'clock' | 'wait' | 'log'>> {
  /** Signs access tokens. All other keys are derived from it. At least 32 bytes. */
  readonly jwtSecret: string;
  readonly settings?: Partial<AuthSettings>;
}

/**
 * Request details that the host provides: the client's IP address (null for calls inside the process) and the API key's
 * role.
 */
export interface AuthRequestInfo {
  readonly address: string | null;
  readonly role: ApiRole;
}

export interface Auth {
  /** Handles a request below `/auth/v1`. Never rejects. */
  handle(request: Request, info: AuthRequestInfo): Promise<Response>;
  /** Checks an access token without querying the database, so the session may already have ended. */
  verifyToken(token: string): Promise<Claims | TokenProblem>;
  /** Returns the claims, or null if the token is expired, forged or from another installation. */
  verifyAccessToken(token: string): Promise<Claims | null>;
  /** Checks that the user and the session still exist and the user isn't banned, in one indexed query. */
  isSessionLive(claims: Claims): Promise<boolean>;
  /** Checks that the session still exists, even if the user is banned, in one indexed query. */
  hasSession(claims: Claims): Promise<boolean>;
  /** Creates an account without sign-up, for the first start. Rejects with AuthFailure, e.g. email_exists. */
  createUser(input: AccountInput): Promise<AuthUser>;
  /** Opens a session without a password, for the owner of a computer. The host must have checked the caller. */
  openSession(userId: string): Promise<SessionFields>;
  findUserByEmail(email: string): Promise<AuthUser | null>;
  /** Starts listening to other instances. Resolves to a function that stops it. */
  listen(): Promise<() => Promise<void>>;
  /** Resolves once all work that runs after responses is done and its emails are sent. Never rejects. */
  settle(): Promise<void>;
}

const basePath = '/auth/v1';

/** Creates the auth service. Throws if the secret is too short to be safe. */
export function createAuth(options: AuthOptions): Auth {
  const { database, jwtSecret, mailer, siteUrl, confirmEmail } = options;
  const { log = silentLog, clock = () => new Date() } = options;
  const pendingRefreshes = createPendingRefreshes(database);
  const running = new Set<Promise<void>>();
  const context: AuthContext = {
    database,
    mailer,
    siteUrl,
    confirmEmail,
    language: 'en',
    log,
    clock,
    pendingRefreshes,
    settings: { ...defaultSettings, ...options.settings },
    oneTimeTokens: createOneTimeTokens(jwtSecret),
    encryption: createEncryption(jwtSecret),
    runAfterResponse(work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log('auth.background-failed', loggableError(error)))
        .finally(() => running.delete(done));
      running.add(done);
    },
    tokens: createTokens({
      secret: jwtSecret,
      issuer: () => `${siteUrl()}${basePath}`,
      clock,
      onVerified: pendingRefreshes.confirm,
    }),
    refreshTokens: createRefreshTokens(jwtSecret),
    rateLimiter: createRateLimiter(database, jwtSecret, clock),
    deviceKey: createHmac('sha256', jwtSecret).update('known devices').digest(),
    wait: options.wait ?? ((milliseconds) => setTimeout(milliseconds)),
  };

  async function answer(request: Request, info: AuthRequestInfo): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice(basePath.length);
    const route = url.pathname.startsWith(`${basePath}/`) ? findRoute(request.method, path) : null;
    if (route === null) return json({ code: 404, msg: 'Not found' }, 404);
    if (route === 'method') return json({ code: 405, msg: 'Method not allowed' }, 405);
    const visitor = { address: info.address, userAgent: request.headers.get('user-agent') };
    const call = { request, url, path: route.path, visitor, keyRole: info.role };
    const current = await withAccessSettings(context, path);
    return route.handler(call, { ...current, language: languageOf(request) });
  }

  return {
    async handle(request, info) {
      try {
        return await answer(request, info);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal) return failureResponse(refusal, request);
        log('auth.failed', { path: new URL(request.url).pathname, ...loggableError(error) });
        const message = 'Unexpected failure, please check server logs';
        return failureResponse(new AuthFailure(500, 'unexpected_failure', message), request);
      }
    },
    verifyToken: (token) => context.tokens.verify(token),
    async verifyAccessToken(token) {
      const claims = await context.tokens.verify(token);
      return typeof claims === 'string' ? null : claims;
    },
    isSessionLive: (claims) => isSessionLive(database, claims, clock()),
    hasSession: (claims) => hasSession(database, claims),
    createUser: async (input) => formatUser(await createAccount(input, context)),
    async openSession(userId) {
      const visitor = { address: null, userAgent: null };
      const issued = await database.transaction((tx) => issueSession(tx, userId, 'owner', visitor, context));
      return sessionFields(issued, context);
    },
    async findUserByEmail(email) {
      const user = await findUserByEmail(database, normalizeEmail(email));
      return user && formatUser(user);
    },
    listen: pendingRefreshes.listen,
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
