import { App, RelationNotFoundError } from '@supabase/lite';
import type { Claims } from '../database/database.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { cure, DatabaseProblem } from './cure.ts';
import { databaseErrorResponse, problemResponse } from './problem.ts';
import { parseQuery } from './query/parse-query.ts';
import { Refusal } from './refusal.ts';
import { wholeRequest } from './whole-request.ts';

/** PostgREST's answers for `/rest/v1/…`. */
export interface Rest {
  /** Answers a request as the caller that `claims` name; the bearer in the request itself is not looked at. */
  handle(request: Request, claims: Claims): Promise<Response>;
  /** Reads the schema ahead of the first request, which would otherwise wait for it. */
  warmUp(): Promise<void>;
}

/** Rows in one answer at most, hosted's default. */
const maxRows = 1_000;

interface Variables {
  apiKeyType: 'publishable';
  ignoreAuthorization: true;
  userId: string;
  sessionId: string;
  jwt: Claims;
}

/** What lite's router hands to a middleware, as far as we use it. */
interface RouteContext {
  readonly env: { readonly claims: Claims; readonly relation: string };
  set<Name extends keyof Variables>(name: Name, value: Variables[Name]): void;
  readonly error: Error | undefined;
  res: Response | undefined;
}

/**
 * Tells lite who is calling, because our own auth service has verified the token already (and lite would look the
 * user up twice), and shapes database errors once the caller and the table are at hand.
 */
async function actForCaller(context: RouteContext, next: () => Promise<void>): Promise<void> {
  const { claims, relation } = context.env;
  context.set('apiKeyType', 'publishable');
  context.set('ignoreAuthorization', true);
  context.set('userId', claims.sub ?? '');
  context.set('sessionId', claims.session_id ?? '');
  context.set('jwt', claims);
  await next();
  if (!(context.error instanceof DatabaseProblem)) return;
  const { reason } = context.error;
  // Cleared first, because the router would otherwise copy the old answer's headers into the new one.
  context.res = undefined;
  context.res =
    reason instanceof RelationNotFoundError
      ? problemResponse(404, { code: 'PGRST205', message: reason.message })
      : databaseErrorResponse(reason, claims.role, relation);
}

/** The table or function a path asks for, '' when it asks for neither; null when its escapes are broken. */
function relationOf(url: string): string | null {
  try {
    return decodeURIComponent(/^\/rest\/v1\/(?:rpc\/)?([^/]*)/.exec(new URL(url).pathname)?.[1] ?? '');
  } catch {
    return null;
  }
}

/** Refuses what would be slow or endless, before anything reaches the database. */
function refuseUnbounded(url: URL): void {
  const isCall = url.pathname.startsWith('/rest/v1/rpc/');
  const isCondition = (value: string) => /^(?:not\.)?[a-z]+(?:\([^()]*\))?\./.test(value);
  const words = ['select', 'order', 'limit', 'offset', 'or', 'and', 'not.or', 'not.and'];
  parseQuery(
    url,
    (name) => isCall && !words.includes(name) && !url.searchParams.getAll(name).some(isCondition),
  );
}

/** Opens the REST side of a database: @supabase/lite over the same session, with its faults cured (`cure.ts`). */
export function createRest(database: OpenedDatabase): Rest {
  const { connection } = database;
  cure(connection);
  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: maxRows },
    auth: { enabled: true },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { middlewares: [actForCaller], disableStudio: true, disableFallback: false } },
  } as never);

  return {
    async handle(request, claims) {
      const whole = await wholeRequest(request);
      if (whole === null) {
        return problemResponse(413, { code: 'PGRST102', message: 'The request body is too large' });
      }
      const relation = relationOf(request.url);
      if (relation === null) {
        return problemResponse(404, { code: 'PGRST125', message: 'Invalid path specified in request URL' });
      }
      try {
        refuseUnbounded(new URL(request.url));
      } catch (error) {
        if (error instanceof Refusal) return problemResponse(error.status, error.problem);
        throw error;
      }
      const environment = { claims, relation };
      const response = await app.fetch(whole, environment as never);
      // The server sets its own: lite would let every origin read.
      for (const name of Array.from(response.headers.keys()))
        if (name.startsWith('access-control-')) response.headers.delete(name);
      return response;
    },
    warmUp: async () => void (await connection.introspect({ useCache: true })),
  };
}
