import { missingMigration, troubles } from '../../shared/service/trouble.ts';
import { ServiceTrouble } from './service-trouble.ts';

/** How PostgREST and PostgreSQL say that they know no such function, table or column. */
const unknownNames = new Set(['PGRST202', 'PGRST204', 'PGRST205', '42883', '42P01', '42703']);

/** Names of the migrations that this app was built with, in order. */
export const ownMigrations = __MIGRATIONS__;

export interface ServiceFetchOptions {
  readonly url: string;
  readonly key: string;
  /** Those that the database should have: `ownMigrations`. */
  readonly migrations: readonly string[];
  /** Told of each trouble, beside whoever asked. */
  readonly onTrouble: (trouble: ServiceTrouble) => void;
  /** The service says that the session behind a request has ended. */
  readonly onSessionEnded: () => void;
}

type Body = Readonly<Record<string, unknown>>;

async function bodyOf(response: Response): Promise<Body | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : null;
}

/** The same answer with another body. */
const withBody = (response: Response, body: Body): Response => {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  return new Response(JSON.stringify(body), { status: response.status, headers });
};

/**
 * The network as the client of the service sees it. Two things are told in words that help, wherever they happen: a key
 * that the service refuses, and a database that is older than the app. And the ends of sessions are counted from when
 * they arrive: by the server's time of day, a device whose clock is hours off would renew them all the time or never.
 */
export function createServiceFetch({
  url,
  key,
  migrations,
  onTrouble,
  onSessionEnded,
}: ServiceFetchOptions): typeof fetch {
  /** Asked when something is missing; a mended database is noticed at the next time. */
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

  const tell = (response: Response, body: Body, sentence: string): Response => {
    onTrouble(new ServiceTrouble(sentence));
    return withBody(response, { ...body, message: sentence, msg: sentence });
  };

  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (response.ok) {
      if (!pathname.startsWith('/auth/v1/')) return response;
      const body = await bodyOf(response);
      if (!body || !('expires_at' in body) || !('expires_in' in body)) return response;
      const { expires_at: _, ...session } = body;
      return withBody(response, session);
    }
    if (response.status !== 401 && response.status !== 404 && response.status !== 400) return response;
    const body = await bodyOf(response);
    if (response.status === 401 && body?.['message'] === 'Invalid API key')
      return tell(response, body, troubles.keyRefused);
    if (response.status === 401 && body?.['hint'] === 'session_not_found') onSessionEnded();
    if (!body || !pathname.startsWith('/rest/v1/') || !unknownNames.has(String(body['code'])))
      return response;
    const missing = await findGap().catch(() => null);
    return missing === null ? response : tell(response, body, troubles.schemaBehind(missing));
  };
}
