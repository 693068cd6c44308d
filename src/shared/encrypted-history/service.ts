import type { Row } from './rows.ts';
import { sentences } from './sentences.ts';

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

// What the service would respond, if it got the request.

/** A change of rows that don't exist. */
export const noRows = (): ServiceRefusal => new ServiceRefusal(Response.json([]));

/** A message to a chat that doesn't exist. */
export const foreignChat = (): ServiceRefusal =>
  new ServiceRefusal(
    Response.json(
      { code: '42501', message: 'Messages can only be added to your own chats.' },
      { status: 403 },
    ),
  );

/** A text under keys that the account no longer has. */
export const keysChanged = (): ServiceRefusal =>
  new ServiceRefusal(
    Response.json(
      { code: 'PT409', hint: 'encryption_key', message: sentences().keysChanged },
      { status: 409 },
    ),
  );

/** A message that would follow a question whose reply is running. */
export const busy = (): ServiceRefusal =>
  new ServiceRefusal(
    Response.json(
      {
        code: 'P0001',
        hint: 'busy',
        message: 'A reply is being written in this chat. Send the message when it ends.',
      },
      { status: 400 },
    ),
  );

/** The service's reason. */
export async function failureOf({
  response,
}: ServiceRefusal): Promise<{ code: string; hint: string; message: string }> {
  const { code, hint, message } = Object(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  return { code: String(code ?? ''), hint: String(hint ?? ''), message: String(message ?? '') };
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
