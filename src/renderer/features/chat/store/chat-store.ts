import type { Chat, Message } from '../chat.ts';
import { branchEndingIn } from '../data/cache.ts';
import { findDeletedMessages } from './branches.ts';
import type { AccountDatabase, Database, StoredBranch } from './database.ts';
import { branchesOf, chatsOf, messagesOf } from './rows.ts';

/** In bytes. Above this size, the messages of the least recently used chats are removed. */
export const storeLimit = 50_000_000;

export interface StoreUsage {
  readonly chats: number;
  readonly messages: number;
  /** The size is an estimate. */
  readonly bytes: number;
}

/** The loaded part of the service's list of chats that are in no project and not archived, newest first. */
export interface ListedChats {
  readonly chats: readonly Chat[];
  /** All such chats that changed after this time are in `chats`. Null if the whole list is loaded. */
  readonly changedAfter: string | null;
}

/**
 * This device's cache of chats and messages. If the cache differs from the service, the service's rows are
 * used.
 */
export class ChatStore {
  readonly #database: AccountDatabase;
  readonly #limit: number;
  /** Messages that are already in the database. They don't change, so each is written only once. */
  #written = new WeakSet<Message>();

  constructor(database: AccountDatabase, limit = storeLimit) {
    this.#database = database;
    this.#limit = limit;
  }

  async readChats(): Promise<readonly Chat[]> {
    const rows = await this.#database.use((database) => database.getAll('chats'));
    return chatsOf(rows ?? []).toSorted((a, b) => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id));
  }

  async readChat(chatId: string): Promise<Chat | null> {
    const row = await this.#database.use((database) => database.get('chats', chatId));
    return chatsOf([row])[0] ?? null;
  }

  async writeChats({ chats, changedAfter }: ListedChats): Promise<void> {
    const listedIds = new Set(chats.map(({ id }) => id));
    await this.#database.use(async (database) => {
      const transaction = database.transaction(['chats', 'branches', 'messages'], 'readwrite');
      const store = transaction.objectStore('chats');
      const removed = (await store.getAll()).filter(
        ({ id, updatedAt, archivedAt, projectId }) =>
          !listedIds.has(id) &&
          !archivedAt &&
          !projectId &&
          (changedAfter === null || updatedAt > changedAfter),
      );
      await Promise.all([
        ...chats.map((chat) => store.put(chat)),
        ...removed.flatMap(({ id }) => [
          store.delete(id),
          transaction.objectStore('branches').delete(id),
          transaction.objectStore('messages').delete(keysOfChat(id)),
        ]),
        transaction.done,
      ]);
    });
  }

  async putChats(chats: readonly Chat[]): Promise<void> {
    await this.#database.use(async (database) => {
      const { store, done } = database.transaction('chats', 'readwrite');
      await Promise.all([...chats.map((chat) => store.put(chat)), done]);
    });
  }

  /** Stores the pinned chats. All others are marked as unpinned, except archived ones. */
  async writePinned(pinned: readonly Chat[]): Promise<void> {
    const pinnedIds = new Set(pinned.map(({ id }) => id));
    await this.#database.use(async (database) => {
      const { store, done } = database.transaction('chats', 'readwrite');
      const unpinned = (await store.getAll()).filter(
        ({ id, pinnedAt, archivedAt }) => pinnedAt && !archivedAt && !pinnedIds.has(id),
      );
      const rows = [...pinned, ...unpinned.map((chat) => ({ ...chat, pinnedAt: null }))];
      await Promise.all([...rows.map((chat) => store.put(chat)), done]);
    });
  }

  async forgetChat(chatId: string): Promise<void> {
    await this.#database.use(async (database) => {
      const transaction = database.transaction(['chats', 'branches', 'messages'], 'readwrite');
      await Promise.all([
        transaction.objectStore('chats').delete(chatId),
        transaction.objectStore('branches').delete(chatId),
        transaction.objectStore('messages').delete(keysOfChat(chatId)),
        transaction.done,
      ]);
    });
  }

  /** Returns the last messages of a chat's active branch in reading order. Null if the chat is not stored. */
  async readEnd(chatId: string, limit: number): Promise<readonly Message[] | null> {
    return this.#database.use(async (database) => {
      const [branch] = branchesOf([await database.get('branches', chatId)]);
      if (!branch) return null;
      const end = { ...branch, seqs: branch.seqs.slice(-limit) };
      const [first] = end.seqs;
      if (first === undefined) return [];
      return rowsOnBranch(end, messagesOf(await database.getAll('messages', keysOfChat(chatId, first))));
    });
  }

  /** Returns all stored messages of the active branch before a message. */
  async readBefore(chatId: string, messageId: string): Promise<readonly Message[]> {
    const rows = await this.#database.use(async (database) => {
      const [branch] = branchesOf([await database.get('branches', chatId)]);
      return (
        branch && rowsOnBranch(branch, messagesOf(await database.getAll('messages', keysOfChat(chatId))))
      );
    });
    return (
      rows?.slice(
        0,
        Math.max(
          0,
          rows.findIndex(({ id }) => id === messageId),
        ),
      ) ?? []
    );
  }

  /** Returns all stored messages of a chat, including other versions. */
  async readMessages(chatId: string): Promise<readonly Message[]> {
    const rows = await this.#database.use((database) => database.getAll('messages', keysOfChat(chatId)));
    return messagesOf(rows ?? []);
  }

  /** Lists the stored branches, most recently used first. */
  async listBranches(): Promise<readonly StoredBranch[]> {
    const rows = await this.#database.use((database) => database.getAll('branches'));
    return branchesOf(rows ?? []).toSorted((a, b) => b.usedAt - a.usedAt);
  }

  /** Stores the end of the active branch. Earlier messages of the branch are kept. */
  async writeEnd(chatId: string, end: readonly Message[]): Promise<void> {
    await this.tryWriteEnd(chatId, end, true);
  }

  /** Overridden by stores that keep messages until the device has checked that they were deleted. */
  async writeCheckedEnd(_chatId: string, _end: readonly Message[]): Promise<void> {}

  /** Stores nothing and resolves with false if messages would have to be deleted but `mayDelete` is false. */
  protected async tryWriteEnd(
    chatId: string,
    end: readonly Message[],
    mayDelete: boolean,
  ): Promise<boolean | null> {
    return this.#database.use(async (database) => {
      const transaction = database.transaction(['branches', 'messages', 'meta'], 'readwrite');
      const messages = transaction.objectStore('messages');
      const [earlier] = branchesOf([await transaction.objectStore('branches').get(chatId)]);
      const storedMessages = earlier ? messagesOf(await messages.getAll(keysOfChat(chatId))) : [];
      const branch = branchEndingIn(earlier ? rowsOnBranch(earlier, storedMessages) : [], end) ?? end;
      const deleted = new Set(findDeletedMessages(storedMessages, branch));
      if (deleted.size > 0 && !mayDelete) return false;
      const remaining = new Map(
        [...storedMessages.filter((row) => !deleted.has(row)), ...end].map((row) => [row.id, row]),
      );
      const fresh = end.filter((row) => !earlier || !this.#written.has(row));
      const uses = Number((await transaction.objectStore('meta').get('uses')) ?? 0) + 1;
      await Promise.all([
        ...[...deleted].map(({ seq }) => messages.delete([chatId, seq])),
        ...fresh.map((row) => messages.put(row)),
        transaction.objectStore('branches').put({
          chatId,
          seqs: branch.map(({ seq }) => seq),
          usedAt: uses,
          bytes: sumOf([...remaining.values()].map(sizeOf)),
        }),
        transaction.objectStore('meta').put(uses, 'uses'),
        transaction.done,
      ]);
      for (const row of fresh) this.#written.add(row);
      await this.#removeUnused(database);
      return true;
    });
  }

  async readUsage(): Promise<StoreUsage> {
    const branches = await this.listBranches();
    const messages = await this.#database.use((database) => database.count('messages'));
    return {
      chats: branches.length,
      messages: messages ?? 0,
      bytes: sumOf(branches.map(({ bytes }) => bytes)),
    };
  }

  async writeCopy(name: string, value: unknown): Promise<void> {
    await this.#database.use((database) => database.put('meta', value, name));
  }

  readCopy(name: string): Promise<unknown> {
    return this.#database.use((database) => database.get('meta', name));
  }

  /** Removes all chats and copies from this device, but keeps operations. */
  async clear(): Promise<void> {
    this.#written = new WeakSet();
    await this.#database.use(async (database) => {
      const transaction = database.transaction(['chats', 'branches', 'messages', 'meta'], 'readwrite');
      await Promise.all([
        transaction.objectStore('meta').clear(),
        transaction.objectStore('chats').clear(),
        transaction.objectStore('branches').clear(),
        transaction.objectStore('messages').clear(),
        transaction.done,
      ]);
    });
  }

  async #removeUnused(database: Database): Promise<void> {
    const branches = branchesOf(await database.getAll('branches')).toSorted((a, b) => a.usedAt - b.usedAt);
    let excess = sumOf(branches.map(({ bytes }) => bytes)) - this.#limit;
    for (const { chatId, bytes } of branches) {
      if (excess <= 0) return;
      const transaction = database.transaction(['branches', 'messages'], 'readwrite');
      await Promise.all([
        transaction.objectStore('branches').delete(chatId),
        transaction.objectStore('messages').delete(keysOfChat(chatId)),
        transaction.done,
      ]);
      excess -= bytes;
    }
  }
}

const keysOfChat = (chatId: string, from = -Infinity) =>
  IDBKeyRange.bound([chatId, from], [chatId, Infinity]);

function rowsOnBranch({ seqs }: StoredBranch, rows: readonly Message[]): Message[] {
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

const encoder = new TextEncoder();
/** Estimates the size of a row in bytes: its text, and a fixed size for all other columns. */
const sizeOf = ({ content }: Message): number => encoder.encode(content).length + 300;
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
