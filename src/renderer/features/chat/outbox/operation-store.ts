import { readStored, writeStored } from '../../../lib/storage.ts';
import { operationKeys } from '../../../lib/unsent.ts';
import type { AccountDatabase, Database } from '../store/database.ts';
import { operationsOf } from '../store/rows.ts';
import type { Operation } from './operation.ts';
import type { OperationStorage } from './outbox.ts';

/** After this time (ms), an operation is executed even if the device has not saved it. */
const SAVE_TIMEOUT = 2_000;

/**
 * Stores operations on this device, in order of arrival. Because a page may close at any moment and a
 * database needs time to write, each operation stays in local storage until the database has it. If there is
 * no database, the operations remain in local storage.
 */
export class OperationStore implements OperationStorage {
  readonly #userId: string;
  readonly #database: AccountDatabase;

  constructor(userId: string, database: AccountDatabase) {
    this.#userId = userId;
    this.#database = database;
  }

  unsaved(): readonly Operation[] {
    const texts = operationKeys.list(this.#userId).map(readStored);
    return operationsOf(texts.map(parseStored)).toSorted((one, other) => one.createdAt - other.createdAt);
  }

  /** Resolves with null if this device's storage can't be read. */
  async list(): Promise<readonly Operation[] | null> {
    const rows = await withTimeLimit(this.#database.use((database) => database.getAll('operations')));
    return rows && this.fromRows(rows);
  }

  /** Encrypted storage overrides this. */
  protected toRow(operation: Operation): Operation | Promise<Operation> {
    return operation;
  }

  protected fromRows(rows: readonly unknown[]): Operation[] | Promise<Operation[]> {
    return operationsOf(rows);
  }

  /** Resolves with true if the operation was saved. */
  async add(operation: Operation): Promise<boolean> {
    const unsavedKey = operationKeys.of(this.#userId, operation.id);
    writeStored(unsavedKey, JSON.stringify(operation));
    const row = await this.toRow(operation);
    const adding = this.#database.use(async (database) => {
      const { store, done } = database.transaction('operations', 'readwrite');
      const isNew = (await store.index('id').getKey(operation.id)) === undefined;
      await Promise.all([isNew && store.add(row), done]);
      return true;
    }, makeRoom);
    const isSaved = (await withTimeLimit(adding)) !== null;
    if (isSaved) writeStored(unsavedKey, null);
    return isSaved;
  }

  async replace(operation: Operation): Promise<void> {
    const unsavedKey = operationKeys.of(this.#userId, operation.id);
    if (readStored(unsavedKey) !== null) writeStored(unsavedKey, JSON.stringify(operation));
    const row = await this.toRow(operation);
    const replacing = this.#database.use(async (database) => {
      const { store, done } = database.transaction('operations', 'readwrite');
      const key = await store.index('id').getKey(operation.id);
      await Promise.all([key !== undefined && store.put(row, key), done]);
    }, makeRoom);
    await withTimeLimit(replacing);
  }

  async remove(id: string): Promise<void> {
    writeStored(operationKeys.of(this.#userId, id), null);
    const removing = this.#database.use(async (database) => {
      const { store, done } = database.transaction('operations', 'readwrite');
      const key = await store.index('id').getKey(id);
      await Promise.all([key !== undefined && store.delete(key), done]);
    });
    await withTimeLimit(removing);
  }
}

/**
 * Deletes stored messages to free up space. The service has them, but operations only exist on this device.
 */
async function makeRoom(database: Database): Promise<void> {
  const transaction = database.transaction(['branches', 'messages'], 'readwrite');
  await Promise.all([
    transaction.objectStore('branches').clear(),
    transaction.objectStore('messages').clear(),
    transaction.done,
  ]);
}

/** Resolves with null after the time limit, because browsers may never respond. */
function withTimeLimit<Result>(result: Promise<Result | null>): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), SAVE_TIMEOUT);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Returns null if the stored value is damaged. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
