import { missingMigration, problemMessages } from '../../shared/service/problems.ts';
import { chosenLanguage } from './language.ts';
import { reportResult } from './service-connection.ts';
import { ServiceProblem } from './service-problem.ts';
import { fetchInSession } from './session-requests.ts';

/** Adds the language, because the service writes emails in the language of the request that causes them. */
function withLanguage(init?: RequestInit): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('accept-language', chosenLanguage());
  return { ...init, headers };
}

/** Error codes of PostgREST and PostgreSQL for unknown functions, tables and columns. */
const unknownNameCodes = new Set(['PGRST202', 'PGRST204', 'PGRST205', '42883', '42P01', '42703']);

/** Names of the migrations this app was built with, in order. */
export const ownMigrations = __MIGRATIONS__;

export interface ServiceFetchOptions {
  readonly url: string;
  readonly key: string;
  /** The migrations that the database should contain. */
  readonly migrations: readonly string[];
  /** Called with the problem. The failing request gets the same message. */
  readonly onProblem: (problem: ServiceProblem) => void;
  readonly onSessionEnded: () => void;
  /** True if the stored session must be refreshed before the service accepts it. */
  readonly isSessionExpired: () => boolean;
}

type Body = Readonly<Record<string, unknown>>;

async function bodyOf(response: Response): Promise<Body | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : null;
}

const withBody = (response: Response, body: Body): Response => {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  return new Response(JSON.stringify(body), { status: response.status, headers });
};

/**
 * Explains two errors of all requests: a refused API key, and a database older than the app.
 *
 * Removes `expires_at`, so that sessions expire relative to their arrival; a device with a wrong clock would otherwise
 * refresh constantly or never. Except for `/auth/v1`, sends only requests with a session.
 */
export function createServiceFetch({
  url,
  key,
  migrations,
  onProblem,
  onSessionEnded,
  isSessionExpired,
}: ServiceFetchOptions): typeof fetch {
  /**
   * Returns a migration that the database lacks, or null. Checked on each error, so that an updated database
   * is noticed.
   */
  async function findGap(): Promise<string | null> {
    const answer = await fetch(`${url}/rest/v1/rpc/schema_version`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: '{}',
    });
    if (!answer.ok && answer.status !== 404) return null;
    const version: unknown = answer.ok ? await answer.json() : null;
    return missingMigration(migrations, typeof version === 'string' ? version : null);
  }

  const explain = (response: Response, body: Body, message: string): Response => {
    onProblem(new ServiceProblem(message));
    return withBody(response, { ...body, message, msg: message });
  };

  /** True without a session. Screens of an ended session may still send requests, which the service would refuse. */
  const hasNoSession = (init?: RequestInit) => {
    const authorization = new Headers(init?.headers).get('authorization');
    return authorization === null || authorization === `Bearer ${key}`;
  };

  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const isAuth = pathname.startsWith('/auth/v1/');
    // Without a connection, the session can't be refreshed. The error of a lost connection makes callers retry instead
    // of treating it as a refusal.
    if (!isAuth && isSessionExpired()) throw new TypeError('The session must be refreshed first.');
    if (!isAuth && hasNoSession(init))
      return Response.json({ message: 'Sign in to continue.' }, { status: 401 });
    const response = await reportResult(
      isAuth ? fetch(input, withLanguage(init)) : fetchInSession(input, init),
    );
    if (response.ok) {
      if (!isAuth) return response;
      const body = await bodyOf(response);
      if (!body || !('expires_at' in body) || !('expires_in' in body)) return response;
      const { expires_at: _, ...session } = body;
      return withBody(response, session);
    }
    if (response.status !== 401 && response.status !== 404 && response.status !== 400) return response;
    const body = await bodyOf(response);
    if (response.status === 401 && body?.['message'] === 'Invalid API key')
      return explain(response, body, problemMessages.keyRefused);
    if (response.status === 401 && body?.['hint'] === 'session_not_found') onSessionEnded();
    if (!body || !pathname.startsWith('/rest/v1/') || !unknownNameCodes.has(String(body['code'])))
      return response;
    const missingMigration = await findGap().catch(() => null);
    return missingMigration === null
      ? response
      : explain(response, body, problemMessages.schemaBehind(missingMigration));
  };
}
