import { z } from 'zod';
import { projectId } from '../../shared/brand.ts';
import {
  chatColumns,
  chatRow,
  messageColumns,
  messageRow,
  type MessageRow,
  type StoredChat,
} from '../../shared/chats/stored-chat.ts';
import { UserFacingError } from '../ipc/user-facing-error.ts';
import { openToMain } from './service-access.ts';
import type { Connection, Service } from './service.ts';

/** What is handed over at a time, counted in characters and chats: as much as one call of the other service takes. */
const share = { characters: 1_000_000, chats: 50 } as const;
/** Beyond these no service takes a chat. */
const longestChat = { messages: 10_000, characters: 8_000_000 } as const;
const rowsPerPage = 1_000;
/** Milliseconds after which the owner signs in again; the token lives longer. */
const tokenAge = 30 * 60_000;

/** Some of the chats, and where the next ones begin; null after the last. */
export interface LocalShare {
  readonly chats: readonly StoredChat[];
  /** Chats that are longer than any service takes; they stay here. */
  readonly tooLong: number;
  readonly next: number | null;
}

/** The chats of the service inside the app while another service is in use. */
export interface LocalChats {
  /**
   * Starts the service inside. Resolves with how many chats there are.
   *
   * @throws UserFacingError with its own sentence when it does not start
   */
  readonly open: () => Promise<number>;
  /**
   * @param from place in the list, newest chat first; 0 begins
   * @throws UserFacingError when they are not open
   */
  readonly read: (from: number) => Promise<LocalShare>;
  /** Stops the service inside. */
  readonly close: () => Promise<void>;
}

/** A chat that is too long to be taken anywhere. */
class TooLong extends Error {}

/** @param start starts the service inside the app, as its owner's computer does when no other is in use */
export function createLocalChats(
  start: () => Promise<Service>,
  fetch: typeof globalThis.fetch,
  now: () => number = Date.now,
): LocalChats {
  let opened: { readonly service: Promise<Service>; readonly list: Promise<Listed> } | null = null;

  const list = async (starting: Promise<Service>): Promise<Listed> => {
    const service = await starting.catch(sayWhy);
    const connection = await service.connect().catch(sayWhy);
    const ask = asOwner(service, connection, openToMain(fetch, service), now);
    return { ask, ids: await listChats(ask) };
  };
  // The next one starts only when the one before has let go of the data directory, which takes its time.
  let closing: Promise<void> = Promise.resolve();
  const close = (): Promise<void> => {
    const { service } = opened ?? {};
    opened = null;
    if (service) closing = closing.then(async () => (await service).stop()).catch(() => undefined);
    return closing;
  };
  return {
    async open() {
      await close();
      const service = start();
      opened = { service, list: list(service) };
      try {
        return (await opened.list).ids.length;
      } catch (error) {
        await close();
        throw error;
      }
    },
    async read(from) {
      if (!opened) throw new UserFacingError('The chats of this computer are not open. Please begin again.');
      return readShare(await opened.list, from);
    },
    close,
  };
}

/** A service that does not start says why in its own sentence, which is for the person; no other failure's text is. */
function sayWhy(error: unknown): never {
  throw error instanceof Error ? new UserFacingError(error.message) : error;
}

type Ask = (table: string, query: Readonly<Record<string, string>>) => Promise<unknown>;
interface Listed {
  readonly ask: Ask;
  readonly ids: readonly string[];
}

/** Reads rows as the owner of this computer: row-level security decides what that is, as in the app itself. */
function asOwner(
  service: Service,
  { url, publishableKey }: Connection,
  fetch: typeof globalThis.fetch,
  now: () => number,
): Ask {
  let session: { readonly token: string; readonly since: number } | null = null;
  return async (table, query) => {
    if (!session || now() - session.since > tokenAge) {
      const owner = await service.openOwnerSession();
      if (!owner) throw new Error('The service inside the app has no owner.');
      session = { token: owner.accessToken, since: now() };
    }
    const response = await fetch(`${url}/rest/v1/${table}?${new URLSearchParams(query).toString()}`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${session.token}` },
    });
    if (!response.ok) throw new Error(`${table} could not be read (${response.status}).`);
    return response.json();
  };
}

/** Newest first: where the account has room for some of them only, these are the ones that matter. */
async function listChats(ask: Ask): Promise<string[]> {
  const ids: string[] = [];
  for (let isMore = true; isMore;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const rows = await ask('chat_history', {
      select: 'id',
      project_id: `eq.${projectId}`,
      order: 'updated_at.desc,id',
      limit: String(rowsPerPage),
      offset: String(ids.length),
    });
    const page = z.array(z.object({ id: z.uuid() })).parse(rows);
    ids.push(...page.map(({ id }) => id));
    isMore = page.length === rowsPerPage;
  }
  return ids;
}

async function readShare({ ask, ids }: Listed, from: number): Promise<LocalShare> {
  const chats: StoredChat[] = [];
  let tooLong = 0;
  let characters = 0;
  let place = from;
  for (; place < ids.length && chats.length < share.chats && characters < share.characters; place += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- as many as fit, which only their size tells
      const chat = await readChat(ask, ids[place] ?? '');
      if (!chat) continue;
      chats.push(chat);
      characters += chat.messages.reduce((sum, { content }) => sum + content.length, 0);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      tooLong += 1;
    }
  }
  return { chats, tooLong, next: place < ids.length ? place : null };
}

/** Null for a chat that is gone or blank: there is nothing to take along. */
async function readChat(ask: Ask, id: string): Promise<StoredChat | null> {
  const [chat] = z
    .array(chatRow)
    .parse(await ask('chat_history', { select: packed(chatColumns), id: `eq.${id}` }));
  const messages: MessageRow[] = [];
  let characters = 0;
  for (let isMore = true; isMore;) {
    // In the order of arrival a message stands behind the one before it, whatever their times say.
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const rows = await ask('chat_messages', {
      select: packed(messageColumns),
      chat_id: `eq.${id}`,
      seq: `gt.${messages.at(-1)?.seq ?? 0}`,
      order: 'seq',
      limit: String(rowsPerPage),
    });
    const page = z.array(messageRow).parse(rows);
    messages.push(...page);
    characters += page.reduce((sum, { content }) => sum + content.length, 0);
    if (messages.length > longestChat.messages || characters > longestChat.characters) throw new TooLong();
    isMore = page.length === rowsPerPage;
  }
  return chat && messages.length > 0 ? { ...chat, messages } : null;
}

/** The address of a request has no room for blanks. */
const packed = (columns: string): string => columns.replaceAll(' ', '');
