import type { Claims, Database } from '../database/database.ts';
import { handleCall } from './call.ts';
import { cacheCatalogue } from './catalogue.ts';
import { refuseOtherSchemas } from './preferences.ts';
import { databaseErrorResponse, isDatabaseError, problemResponse } from './problem.ts';
import { Refusal } from './refusal.ts';
import { handleTable } from './table.ts';

/** PostgREST's interface for `/rest/v1/…`, as far as supabase-js uses it; docs/api.md says what is left out. */
export interface Rest {
  /** Answers a request as the caller that `claims` name; the bearer in the request itself is not looked at. */
  handle(request: Request, claims: Claims): Promise<Response>;
  /** Reads the schema ahead of the first request, and again whenever `notify pgrst` announces a change. */
  warmUp(): Promise<void>;
}

interface Target {
  readonly kind: 'table' | 'function';
  readonly name: string;
}

function targetOf(url: string): Target {
  const [, rpc, name] = /^\/rest\/v1\/(rpc\/)?([^/]+)\/?$/.exec(new URL(url).pathname) ?? [];
  try {
    if (name !== undefined) return { kind: rpc ? 'function' : 'table', name: decodeURIComponent(name) };
  } catch {
    // Escapes that are broken are refused like every other path.
  }
  throw new Refusal(404, { code: 'PGRST125', message: 'Invalid path specified in request URL' });
}

export function createRest(database: Database): Rest {
  const catalogue = cacheCatalogue(database);

  const answer = async (request: Request, claims: Claims): Promise<Response> => {
    refuseOtherSchemas(request);
    const target = targetOf(request.url);
    const handle = target.kind === 'function' ? handleCall : handleTable;
    return handle(database, await catalogue.get(), target.name, request, claims);
  };

  return {
    async handle(request, claims) {
      try {
        return await answer(request, claims);
      } catch (error) {
        if (error instanceof Refusal) return problemResponse(error.status, error.problem);
        if (isDatabaseError(error)) return databaseErrorResponse(error, claims.role);
        throw error;
      }
    },
    async warmUp() {
      await catalogue.get();
      const forget = () => catalogue.forget();
      await database.listen('pgrst', forget, forget);
    },
  };
}
