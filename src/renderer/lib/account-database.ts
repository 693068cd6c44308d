/** The name of an account's database on this device. */
export const accountDatabase = (userId: string): string => `clover-${userId}`;

/** Deletes an account's database. Resolves when it is gone, or if the browser has none. */
export function deleteAccountDatabase(userId: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(accountDatabase(userId));
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}
