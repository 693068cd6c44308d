/** An account has three databases on this device: its chats, the contents of attached files, and its prompts and
 * personas. */
export const accountDatabase = (userId: string): string => `clover-${userId}`;
export const fileDatabase = (userId: string): string => `clover-files-${userId}`;
export const libraryDatabase = (userId: string): string => `clover-prompts-${userId}`;

/** Resolves when the databases are deleted, or if the browser has none. */
export async function deleteAccountDatabase(userId: string): Promise<void> {
  await Promise.all(
    [accountDatabase, fileDatabase, libraryDatabase].map((nameOf) => deleteDatabase(nameOf(userId))),
  );
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}
