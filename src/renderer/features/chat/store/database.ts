import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { accountDatabase } from '../../../lib/account-database.ts';
import type { Chat, Message } from '../chat.ts';
import type { Operation } from '../outbox/operation.ts';

/** The messages of a chat's active branch that are on this device. */
export interface StoredBranch {
  readonly chatId: string;
  readonly seqs: readonly number[];
  /** A counter that grows with each use, so that the least recently used branch is removed first. */
  readonly usedAt: number;
  /** The estimated size of the chat's stored messages. */
  readonly bytes: number;
}

interface Schema extends DBSchema {
  chats: { key: string; value: Chat };
  branches: { key: string; value: StoredBranch };
  /** Includes other versions that were shown on this device. */
  messages: { key: [string, number]; value: Message };
  operations: { key: number; value: Operation; indexes: { id: string } };
  meta: { key: string; value: unknown };
}

export type Database = IDBPDatabase<Schema>;

/** `denied`: the browser denies access to the database. `full`: there is no space left. */
export type StorageProblem = 'denied' | 'full';

const VERSION = 1;

/**
 * The account's database on this device. Without the database, the app still works online. A damaged database is
 * recreated with the operations that can still be read.
 */
export class AccountDatabase {
  readonly #name: string;
  readonly #onProblem: (problem: StorageProblem) => void;
  readonly #reported = new Set<StorageProblem>();
  #opening: Promise<Database> | null = null;
  /** True if the database was closed, or the browser denied access to it. */
  #isClosed = false;

  constructor(userId: string, onProblem: (problem: StorageProblem) => void) {
    this.#name = accountDatabase(userId);
    this.#onProblem = onProblem;
  }

  /**
   * Runs `act` with the database. Resolves with null if the database can't be used.
   *
   * @param makeRoom frees up space before a second attempt if there is no space left
   */
  async use<Result>(
    act: (database: Database) => Promise<Result>,
    makeRoom?: (database: Database) => Promise<void>,
  ): Promise<Result | null> {
    for (const isLast of [false, true]) {
      if (this.#isClosed) return null;
      try {
        this.#opening ??= this.#open();
        return await act(await this.#opening);
      } catch (error) {
        const problem = problemOf(error);
        if (problem === 'full') {
          this.#report('full');
          if (isLast || !makeRoom) return null;
          await this.use(makeRoom);
          continue;
        }
        if (problem === 'denied' || (isLast && problem !== 'closed')) {
          this.#giveUp();
          return null;
        }
        if (problem === 'damaged') await this.#rebuild();
        else this.#opening = null;
      }
    }
    return null;
  }

  close(): void {
    this.#isClosed = true;
    void this.#opening?.then(
      (database) => database.close(),
      () => {},
    );
    this.#opening = null;
  }

  async #open(): Promise<Database> {
    const database = await openDB<Schema>(this.#name, VERSION, {
      upgrade(created) {
        created.createObjectStore('chats', { keyPath: 'id' });
        created.createObjectStore('branches', { keyPath: 'chatId' });
        created.createObjectStore('messages', { keyPath: ['chatId', 'seq'] });
        created.createObjectStore('operations', { autoIncrement: true }).createIndex('id', 'id');
        created.createObjectStore('meta');
      },
      // Another tab is deleting the database, which an open connection would block.
      blocking: () => {
        database.close();
        this.#opening = null;
      },
      terminated: () => void (this.#opening = null),
    });
    return database;
  }

  async #rebuild(): Promise<void> {
    const before = this.#opening;
    const saved = await this.#saveOperations();
    await before?.then((database) => database.close()).catch(() => {});
    this.#opening = (async () => {
      await deleteDB(this.#name);
      const database = await this.#open();
      for (const operation of saved) await database.add('operations', operation);
      return database;
    })();
  }

  async #saveOperations(): Promise<readonly Operation[]> {
    try {
      const damaged = await openDB<Schema>(this.#name);
      try {
        return await damaged.getAll('operations');
      } finally {
        damaged.close();
      }
    } catch {
      return [];
    }
  }

  #giveUp(): void {
    this.close();
    this.#report('denied');
  }

  #report(problem: StorageProblem): void {
    if (this.#reported.has(problem)) return;
    this.#reported.add(problem);
    this.#onProblem(problem);
  }
}

function problemOf(error: unknown): StorageProblem | 'damaged' | 'closed' {
  if (typeof indexedDB === 'undefined') return 'denied';
  switch ((error as { readonly name?: unknown } | null)?.name) {
    case 'QuotaExceededError':
      return 'full';
    case 'InvalidStateError':
    case 'AbortError':
      return 'closed';
    case 'NotFoundError':
    case 'UnknownError':
    case 'DataError':
    case 'ConstraintError':
      return 'damaged';
    // A newer version of the app has upgraded the database.
    case 'VersionError':
    case 'SecurityError':
    case 'NotAllowedError':
      return 'denied';
    default:
      throw error;
  }
}
