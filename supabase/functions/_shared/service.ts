import { z } from 'zod';
import type { Caller, FunctionContext, SqlArguments, SqlFunction } from './context.ts';
import { Refusal } from './http.ts';

/**
 * Thrown if a SQL function fails. Contains only the code (SQLSTATE or PostgREST's), because the message may quote the
 * request.
 */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  readonly code: string;
  constructor(code: string) {
    super(`A SQL function failed (${code})`);
    this.code = code;
  }
}

/** Calls a SQL function through `/rest/v1/rpc`. Rejects with SqlError. */
export async function callThroughRest(
  { serviceFetch, supabaseUrl }: Pick<FunctionContext, 'serviceFetch' | 'supabaseUrl'>,
  name: SqlFunction,
  parameters: object,
  { apiKey, token }: { readonly apiKey: string; readonly token: string },
): Promise<unknown> {
  const response = await serviceFetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  const text = await response.text();
  if (response.ok) return text === '' ? null : (JSON.parse(text) as unknown);
  throw new SqlError(/"code"\s*:\s*"(\w{1,20})"/.exec(text)?.[1] ?? 'unknown');
}

/** Calls a SQL function as the caller, so that row-level security and the function itself decide. */
export const callAsCaller = <Name extends SqlFunction>(
  context: FunctionContext,
  { token }: Caller,
  name: Name,
  parameters: SqlArguments<Name>,
): Promise<unknown> => callThroughRest(context, name, parameters, { apiKey: context.publishableKey, token });

/** Sends a request to the auth service's admin API, which accepts only the secret key. */
export const fetchAuthAdmin = (
  { serviceFetch, supabaseUrl, secretKey }: FunctionContext,
  path: string,
  init: { readonly method: 'POST' | 'DELETE'; readonly body?: string },
): Promise<Response> =>
  serviceFetch(`${supabaseUrl}/auth/v1/admin/${path}`, {
    ...init,
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
    },
  });

/** HTTP statuses for refusals by SQL functions. All others are 400. */
const statuses: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  no_plan: 404,
  conflict: 409,
  missing_key: 409,
  no_vendor: 409,
  model: 409,
  self: 409,
  last_admin: 409,
  guest: 409,
  admin: 409,
  nested: 409,
  email_exists: 409,
  consent_needed: 409,
  payments_off: 409,
  too_many: 409,
  view_over: 410,
  rate_limited: 429,
};

const refusalSchema = z.object({ ok: z.literal(false), code: z.string(), message: z.string() });

/**
 * Parses the result of a SQL function: returns `{ok: true, …}` as the schema defines it, throws `{ok: false, code,
 * message}` as a Refusal.
 */
export function readResult<Schema extends z.ZodType>(result: unknown, schema: Schema): z.infer<Schema> {
  const refusal = refusalSchema.safeParse(result);
  if (!refusal.success) return schema.parse(result);
  const { code, message } = refusal.data;
  throw new Refusal(statuses[code] ?? 400, code, message);
}
