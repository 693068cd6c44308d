import type { Caller, FunctionContext } from './context.ts';

/** The service answered a call of ours with an error. Carries its code only: the message may quote what was sent. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** SQLSTATE or PostgREST's own code, e.g. `42501`. */
  readonly code: string;
  constructor(status: number, code: string) {
    super(`The service answered ${status} (${code})`);
    this.status = status;
    this.code = code;
  }
}

async function callService(
  context: FunctionContext,
  path: string,
  token: string,
  apiKey: string,
  init: { readonly method: 'GET' | 'POST'; readonly body?: string },
): Promise<unknown> {
  const response = await context.serviceFetch(`${context.supabaseUrl}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const text = await response.text();
  if (response.ok) return text === '' ? null : (JSON.parse(text) as unknown);
  throw new ServiceError(response.status, /"code"\s*:\s*"(\w{1,20})"/.exec(text)?.[1] ?? 'unknown');
}

/** Calls a SQL function with the privileged key. Every use carries a comment that says why row-level security cannot decide. */
export async function callAsService(
  context: FunctionContext,
  functionName: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const answer = context.callDirectly?.(functionName, parameters);
  if (answer) {
    return answer.catch((error: { readonly code?: unknown }) => {
      throw new ServiceError(500, typeof error.code === 'string' ? error.code : 'unknown');
    });
  }
  const body = JSON.stringify(parameters);
  return callService(context, `rpc/${functionName}`, context.secretKey, context.secretKey, {
    method: 'POST',
    body,
  });
}

/** Calls a SQL function as the caller, so that the function decides by who he is. */
export function callAsCaller(
  context: FunctionContext,
  caller: Caller,
  functionName: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const body = JSON.stringify(parameters);
  return callService(context, `rpc/${functionName}`, caller.token, context.publishableKey, {
    method: 'POST',
    body,
  });
}

/** Reads rows as the caller, so that row-level security decides. `query` is a path of the REST interface. */
export function readAsCaller(context: FunctionContext, caller: Caller, query: string): Promise<unknown> {
  return callService(context, query, caller.token, context.publishableKey, { method: 'GET' });
}
