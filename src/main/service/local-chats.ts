import { z } from 'zod';
import {
  chatColumns,
  chatRow,
  messageColumns,
  messageRow,
  type MessageRow,
  type StoredChat,
} from '../../shared/chats/stored-chat.ts';
import { UserFacingError } from '../ipc/user-facing-error.ts';
import { addAccessHeaders } from './service-access.ts';
import type { Connection, Service } from './service.ts';

/** A batch ends once it has this many characters or chats. The page divides it into calls of the other service. */
const batchLimit = { characters: 1_000_000, chats: 50 } as const;
/** Longer chats are not copied. The other service also accepts at most 10,000 messages in a chat. */
const maxChatSize = { messages: 10_000, characters: 8_000_000 } as const;
const rowsPerPage = 1_000;
/** Milliseconds after which the owner signs in again, before the access token expires. */
const tokenAge = 30 * 60_000;

/** A batch of chats and the position of the next batch; null after the last one. */
export interface LocalChatBatch {
  readonly chats: readonly StoredChat[];
  readonly tooLong: number;
  readonly next: number | null;
}

/** Reads the embedded service's chats while another service is in use. */
export interface LocalChats {
  /**
   * Starts the embedded service. Resolves to the number of chats.
   * @throws UserFacingError with the service's message if it does not start
   */
  readonly open: () => Promise<number>;
  /**
   * @param from position in the list, newest chat first, starting at 0
   * @throws UserFacingError if the chats were not opened, or have been closed
   */
  readonly read: (from: number) => Promise<LocalChatBatch>;
  readonly close: () => Promise<void>;
}

class ChatTooLongError extends Error {}

export function createLocalChats(
  start: () => Promise<Service>,
  fetch: typeof globalThis.fetch,
  now: () => number = Date.now,
): LocalChats {
  let opened: { readonly service: Promise<Service>; readonly list: Promise<ChatsToRead> } | null = null;

  const list = async (starting: Promise<Service>): Promise<ChatsToRead> => {
    const service = await starting.catch(throwUserFacing);
    const connection = await service.connect().catch(throwUserFacing);
    const readRows = asOwner(service, connection, addAccessHeaders(fetch, service), now);
    return { readRows, ids: await listChats(readRows) };
  };
  // Wait until the previous embedded service has released the data directory.
  let lastClosing: Promise<void> = Promise.resolve();
  const close = (): Promise<void> => {
    const { service } = opened ?? {};
    opened = null;
    if (service) lastClosing = lastClosing.then(async () => (await service).stop()).catch(() => undefined);
    return lastClosing;
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
      if (!opened) throw new UserFacingError('Copying was interrupted. Start again.');
      return readBatch(await opened.list, from);
    },
    close,
  };
}

/** Rejects with the embedded service's error, whose message explains why it did not start. */
function throwUserFacing(error: unknown): never {
  throw error instanceof Error ? new UserFacingError(error.message) : error;
}

type ReadRows = (table: string, query: Readonly<Record<string, string>>) => Promise<unknown>;
interface ChatsToRead {
  readonly readRows: ReadRows;
  readonly ids: readonly string[];
}

/** Reads rows as the owner of this computer, with row-level security. */
function asOwner(
  service: Service,
  { url, publishableKey }: Connection,
  fetch: typeof globalThis.fetch,
  now: () => number,
): ReadRows {
  let session: { readonly token: string; readonly since: number } | null = null;
  return async (table, query) => {
    if (!session || now() - session.since > tokenAge) {
      const owner = await service.openOwnerSession();
      if (!owner) throw new Error('The embedded service has no owner.');
      session = { token: owner.accessToken, since: now() };
    }
    const response = await fetch(`${url}/rest/v1/${table}?${new URLSearchParams(query).toString()}`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${session.token}` },
    });
    if (!response.ok) throw new Error(`${table} could not be read (${response.status}).`);
    return response.json();
  };
}

/** Lists the most recent chats first, because the account may have space for only some. */
async function listChats(readRows: ReadRows): Promise<string[]> {
  const ids: string[] = [];
  for (let isMore = true; isMore;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const rows = await readRows('chat_history', {
      select: 'id',
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

async function readBatch({ readRows, ids }: ChatsToRead, from: number): Promise<LocalChatBatch> {
  const chats: StoredChat[] = [];
  let tooLong = 0;
  let characters = 0;
  let place = from;
  for (
    ;
    place < ids.length && chats.length < batchLimit.chats && characters < batchLimit.characters;
    place += 1
  ) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- as many as fit, which depends on their size
      const chat = await readChat(readRows, ids[place] ?? '');
      if (!chat) continue;
      chats.push(chat);
      characters += chat.messages.reduce((sum, { content }) => sum + content.length, 0);
    } catch (error) {
      if (!(error instanceof ChatTooLongError)) throw error;
      tooLong += 1;
    }
  }
  return { chats, tooLong, next: place < ids.length ? place : null };
}

/** Returns null for a deleted or empty chat. */
async function readChat(readRows: ReadRows, id: string): Promise<StoredChat | null> {
  const [chat] = z
    .array(chatRow)
    .parse(await readRows('chat_history', { select: withoutSpaces(chatColumns), id: `eq.${id}` }));
  const messages: MessageRow[] = [];
  let characters = 0;
  for (let isMore = true; isMore;) {
    // `seq` is the order of arrival: a message always follows its parent.
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const rows = await readRows('chat_messages', {
      select: withoutSpaces(messageColumns),
      chat_id: `eq.${id}`,
      seq: `gt.${messages.at(-1)?.seq ?? 0}`,
      order: 'seq',
      limit: String(rowsPerPage),
    });
    const page = z.array(messageRow).parse(rows);
    messages.push(...page);
    characters += page.reduce((sum, { content }) => sum + content.length, 0);
    if (messages.length > maxChatSize.messages || characters > maxChatSize.characters)
      throw new ChatTooLongError();
    isMore = page.length === rowsPerPage;
  }
  return chat && messages.length > 0 ? { ...chat, messages } : null;
}

/** Removes the spaces from a list of columns, because the list becomes part of a URL. */
const withoutSpaces = (columns: string): string => columns.replaceAll(' ', '');
