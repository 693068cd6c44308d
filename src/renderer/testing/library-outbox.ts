import { onTestFinished } from 'vitest';
// Sets how pages without chats create the outbox.
import '../app/connect-outbox.ts';
import { disposeChatEngine } from '../features/chat/engine.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../features/chat/outbox/library/deferred.ts';
import { accountDatabase } from '../lib/account-database.ts';

/** Ends the outbox like a closed page. The changes stay on the device. */
export const closeOutbox = disposeChatEngine;

/** Deletes the outbox of a test's user when the test ends. */
export function forgetOutboxAfterTest(userId: string): void {
  onTestFinished(() => {
    disposeChatEngine();
    indexedDB.deleteDatabase(accountDatabase(userId));
  });
}
