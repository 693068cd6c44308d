import type { Claims, Database } from '../database/database.ts';
import { cacheCatalog } from './catalog.ts';
import { handleFunction } from './function-request.ts';
import { refuseOtherSchemas } from './preferences.ts';
import { errorResponse, Refusal } from './refusal.ts';
import { handleTable } from './table-request.ts';

/** The parts of PostgREST's `/rest/v1/…` that supabase-js uses. docs/api.md lists the exceptions. */
export interface Rest {
  /** Responds to a request as the caller in `claims`. The token in the request itself is ignored. */
  handle(request: Request, claims: Claims): Promise<Response>;
  /** Reads the schema before the first request, and again after each `notify pgrst`. */
  warmUp(): Promise<void>;
}

function targetOf(url: string): { readonly isFunction: boolean; readonly name: string } {
  const [, rpc, name] = /^\/rest\/v1\/(rpc\/)?([^/]+)\/?$/.exec(new URL(url).pathname) ?? [];
  try {
    if (name !== undefined) return { isFunction: rpc !== undefined, name: decodeURIComponent(name) };
  } catch {
    // An invalid escape sequence is refused like any other unknown path.
  }
  throw new Refusal(404, { code: 'PGRST125', message: 'Invalid path specified in request URL' });
}

export function createRest(database: Database): Rest {
  const catalog = cacheCatalog(database);
  return {
    async handle(request, claims) {
      try {
        refuseOtherSchemas(request);
        const { isFunction, name } = targetOf(request.url);
        const handle = isFunction ? handleFunction : handleTable;
        return await handle(database, await catalog.get(), name, request, claims);
      } catch (error) {
        return errorResponse(error, claims.role);
      }
    },
    async warmUp() {
      await catalog.get();
      await database.listen('pgrst', catalog.forget, catalog.forget);
    },
  };
}
