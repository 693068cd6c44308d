import { VerificationError } from '../vault/verification-error.ts';
import { encryptedFunctions } from './functions.ts';
import type { History } from './history.ts';
import { columnsOf, type Row } from './rows.ts';
import { lockedHint } from './locked.ts';
import { LockedError, openHistory } from './open-history.ts';
import { sentences } from './sentences.ts';
import { createHistoryService, credentialsOf, type HistoryService, ServiceRefusal } from './service.ts';
import { addNeededColumns, encryptBody, sortRows, takeTextFilter } from './tables.ts';

const restPath = '/rest/v1/';

const withBody = (response: Response, body: unknown): Response => {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  return new Response(JSON.stringify(body), { status: response.status, headers });
};

/**
 * Responds as if the service were unreachable, so that the chat search runs on this device, which can read the texts.
 */
const searchHere = (): Response =>
  Response.json({ code: '', message: 'Searched on this device.' }, { status: 503 });

const refuse = (hint: string, message: string): Response =>
  Response.json({ code: 'PT409', hint, message }, { status: 409 });

const bodyOf = (init: RequestInit | undefined): unknown =>
  typeof init?.body === 'string' && init.body !== '' ? (JSON.parse(init.body) as unknown) : {};

interface Target {
  readonly url: URL;
  readonly init: RequestInit | undefined;
  readonly send: typeof fetch;
  readonly history: History;
  readonly service: HistoryService;
}

async function callFunction(name: string, { url, init, send, history, service }: Target): Promise<Response> {
  let response: Response | null = null;
  const result = await encryptedFunctions[name]?.({
    parameters: bodyOf(init) as Row,
    history,
    service,
    cipher: history.cipherFor(service),
    send: async (parameters) => {
      response = await send(url, { ...init, body: JSON.stringify(parameters) });
      if (!response.ok) throw new ServiceRefusal(response);
      return response.clone().json();
    },
  });
  return response ? withBody(response, result) : Response.json(result ?? null);
}

async function callTable(table: string, { url, init, send, history, service }: Target): Promise<Response> {
  const cipher = history.cipherFor(service);
  const method = init?.method ?? 'GET';
  const query = url.searchParams;
  const order = new URLSearchParams(query);
  const added = addNeededColumns(table, query);
  const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
  const fits = takeTextFilter(table, query);
  const hasBody = method === 'POST' || method === 'PATCH';
  const body = hasBody
    ? JSON.stringify(
        await encryptBody({ table, method, query, body: bodyOf(init), history, cipher, service }),
      )
    : undefined;
  // supabase-js lists the inserted columns of bulk inserts.
  if (hasBody && query.has('columns')) query.set('columns', namesIn(body));
  const response = await send(url, { ...init, ...(body !== undefined && { body }) });
  if (!response.ok || method === 'HEAD' || response.status === 204) return response;
  const text = await response.clone().text();
  if (text === '') return response;
  const value = JSON.parse(text) as Row | readonly Row[] | null;
  if (value === null) return response;
  const readRow = async (row: Row): Promise<Row> => {
    const decrypted = await cipher.decrypt(table, row);
    return Object.fromEntries(Object.entries(decrypted).filter(([name]) => !added.includes(name)));
  };
  if (!Array.isArray(value)) return withBody(response, await readRow(value as Row));
  const rows = await Promise.all((value as readonly Row[]).map(readRow));
  const found = fits ? rows.filter(fits).slice(0, limit) : rows;
  return withBody(response, sortRows(table, order, found));
}

/** Returns the columns of all rows of a body, quoted as in supabase-js. */
const namesIn = (body: string | undefined): string => {
  const rows = [JSON.parse(body ?? '[]') as unknown].flat() as Row[];
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => `"${name}"`).join();
};

/** The hints of refusals if the encryption of the account or the chat has changed since this device read it. */
const outdatedHints = new Set(['encryption_required', 'encryption_not_on', 'encryption_chat_key']);
const maxAttempts = 3;

async function isOutdated(response: Response): Promise<boolean> {
  if (response.status !== 409 && response.status !== 400) return false;
  const failure: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return outdatedHints.has(String(Object(failure).hint));
}

/**
 * Sends a request of an account with encrypted history: encrypts its texts and decrypts those in the response. Refuses
 * the request while the history is locked. Requests without texts are sent unchanged.
 */
export const sendEncrypted = (
  send: typeof fetch,
  accountId: string,
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> => sendWith((service) => openHistory(accountId, service), send, input, init);

/** @param open opens the history of the account */
export async function sendWith(
  open: (service: HistoryService) => Promise<History>,
  send: typeof fetch,
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const start = url.pathname.indexOf(restPath);
  const path = start < 0 ? '' : url.pathname.slice(start + restPath.length);
  const name = path.startsWith('rpc/') ? path.slice('rpc/'.length) : null;
  if (name === 'search_messages') return searchHere();
  const isFunction = name !== null && name in encryptedFunctions;
  const isTable = name === null && columnsOf(path).length > 0;
  // A deletion contains no text.
  if ((!isFunction && !isTable) || init?.method === 'DELETE') return send(input, init);
  const signal = init?.signal ?? null;
  const base = `${url.origin}${url.pathname.slice(0, start + restPath.length)}`;
  const service = createHistoryService(send, base, credentialsOf(new Headers(init?.headers)), signal);
  const perform = async (history: History): Promise<Response> => {
    try {
      const target = { url: new URL(url), init, send, history, service };
      return await (isFunction ? callFunction(name, target) : callTable(path, target));
    } catch (error) {
      if (error instanceof ServiceRefusal) return error.response;
      throw error;
    }
  };
  try {
    const history = await open(service);
    for (let attempt = 1; ; attempt += 1) {
      const response = await perform(history);
      if (attempt === maxAttempts || !(await isOutdated(response))) return response;
      await history.refresh(service);
    }
  } catch (error) {
    // Cloned, because concurrent requests may share the refusal.
    if (error instanceof ServiceRefusal) return error.response.clone();
    if (error instanceof LockedError) return refuse(lockedHint, sentences().locked);
    // Decrypting the key for the request's texts failed.
    if (error instanceof VerificationError) return refuse('encryption_key', error.message);
    throw error;
  }
}
