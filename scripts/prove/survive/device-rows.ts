import type { Page } from 'playwright';

/** Reads all rows of an account's local store on a device, by object store. */
export const readDeviceRows = (
  page: Page,
  userId: string,
): Promise<Readonly<Record<string, readonly unknown[]>>> =>
  page.evaluate(async (name) => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
    const database = await resultOf(indexedDB.open(name));
    try {
      const rows: Record<string, readonly unknown[]> = {};
      for (const store of database.objectStoreNames)
        rows[store] = await resultOf(database.transaction(store).objectStore(store).getAll());
      return rows;
    } finally {
      database.close();
    }
  }, `clover-${userId}`);
