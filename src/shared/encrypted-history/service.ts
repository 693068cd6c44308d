import type { Row } from './rows.ts';

/** Sends requests of the encryption itself, with the credentials of the request that needs them. */
export interface HistoryService {
  /** Reads rows of a table. `query` is the query string. Rejects with a ServiceResponse if that fails. */
  readonly read: (table: string, query: string) => Promise<readonly Row[]>;
  readonly call: (name: string, parameters: Row) => Promise<unknown>;
}

/** The service's refusal, which the caller of the original request gets instead of its response. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly response: Response;
  constructor(response: Response) {
    super(`The service responded with ${response.status}`);
    this.response = response;
  }
}

export function createHistoryService(
  send: typeof fetch,
  base: string,
  credentials: Readonly<Record<string, string>>,
  signal: AbortSignal | null,
): HistoryService {
  const request = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await send(`${base}${path}`, { ...init, signal });
    if (!response.ok) throw new ServiceRefusal(response);
    return response.json();
  };
  return {
    read: async (table, query) => {
      const rows = await request(`${table}?${query}`, { headers: credentials });
      return rows as readonly Row[];
    },
    call: (name, parameters) =>
      request(`rpc/${name}`, {
        method: 'POST',
        headers: { ...credentials, 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
      }),
  };
}

/** The headers that identify the caller. */
export function credentialsOf(headers: Headers): Readonly<Record<string, string>> {
  const names = ['apikey', 'authorization', 'x-client-info'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
