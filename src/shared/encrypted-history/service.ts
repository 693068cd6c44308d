import { createObjectStore, type ObjectStore } from './objects.ts';
import type { Row } from './rows.ts';
import { sentences } from './sentences.ts';
import { ServiceRefusal } from './service-refusal.ts';

export { ServiceRefusal };

/** Sends the requests that encryption needs, with the credentials of the original request. */
export interface HistoryService {
  /** Reads rows of a table. `query` is the query string. Rejects with a ServiceRefusal if that fails. */
  readonly read: (table: string, query: string) => Promise<readonly Row[]>;
  readonly call: (name: string, parameters: Row) => Promise<unknown>;
  readonly insert: (table: string, row: Row) => Promise<void>;
  readonly remove: (table: string, query: string) => Promise<void>;
  readonly objects: ObjectStore;
}

/** The part of the service for reading and writing texts. */
export type TextService = Pick<HistoryService, 'read' | 'call'>;

// Create refusals on the device in the service's format, for requests that are not sent.

/** Refuses to change rows that don't exist. */
export const noRows = (): ServiceRefusal => new ServiceRefusal(Response.json([]));

/** Refuses a message to a chat that doesn't exist. */
export const chatNotFound = (): ServiceRefusal =>
  new ServiceRefusal(
    Response.json(
      { code: '42501', message: 'Messages can only be added to your own chats.' },
      { status: 403 },
    ),
  );

/** Refuses a text under keys that the account no longer has. */
export const keysChanged = (): ServiceRefusal =>
  new ServiceRefusal(
    Response.json(
      { code: 'PT409', hint: 'encryption_key', message: sentences().keysChanged },
      { status: 409 },
    ),
  );

/** Refuses a deletion in a chat whose head is older than this device remembers, or fails verification. */
export const changedChat = (): ServiceRefusal =>
  new ServiceRefusal(
    Response.json({ code: 'PT409', hint: 'chat_head', message: sentences().changedChat }, { status: 409 }),
  );

/** Responds as if the service were unreachable, so that the request waits until the user has decided. */
export const unconfirmedClaim = (): ServiceRefusal =>
  new ServiceRefusal(Response.json({ code: '', message: sentences().unconfirmed }, { status: 503 }));

/** Refuses a message that would follow a question whose reply is running. */
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

/** Reads the reason for a refusal. `error` is the name of a storage error. */
export async function failureOf({
  response,
}: ServiceRefusal): Promise<{ code: string; hint: string; message: string; error: string }> {
  const { code, hint, message, error } = Object(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  return {
    code: String(code ?? ''),
    hint: String(hint ?? ''),
    message: String(message ?? ''),
    error: String(error ?? ''),
  };
}

/** @param base the URL of the tables, which ends with `/rest/v1/` */
export function createHistoryService(
  send: typeof fetch,
  base: string,
  credentials: Readonly<Record<string, string>>,
  signal: AbortSignal | null,
): HistoryService {
  const requestAny = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await send(`${base}${path}`, { ...init, signal });
    if (!response.ok) throw new ServiceRefusal(response);
    return response;
  };
  const request = async (path: string, init: RequestInit): Promise<unknown> =>
    (await requestAny(path, init)).json();
  const jsonHeaders = { ...credentials, 'content-type': 'application/json' };
  return {
    read: async (table, query) => {
      const rows = await request(`${table}?${query}`, { headers: credentials });
      return rows as readonly Row[];
    },
    call: (name, parameters) =>
      request(`rpc/${name}`, {
        method: 'POST',
        headers: jsonHeaders,
        body: JSON.stringify(parameters),
      }),
    insert: async (table, row) => {
      await requestAny(table, { method: 'POST', headers: jsonHeaders, body: JSON.stringify(row) });
    },
    remove: async (table, query) => {
      await requestAny(`${table}?${query}`, { method: 'DELETE', headers: credentials });
    },
    objects: createObjectStore(send, base.replace(/rest\/v1\/$/, 'storage/v1/object/'), credentials, signal),
  };
}

/** Returns the headers that identify the caller. */
export function credentialsOf(headers: Headers): Readonly<Record<string, string>> {
  const names = ['apikey', 'authorization', 'x-client-info'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
