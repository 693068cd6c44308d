import { noProject } from '../../../../shared/brand.ts';
import type { StoredChat } from './fake-chats.ts';

export const chatId = (n: number): string => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`;

/** Creates a chat that last changed this many days ago. */
export function storedChat(n: number, title: string, days = 0, change: Partial<StoredChat> = {}): StoredChat {
  const at = new Date();
  at.setDate(at.getDate() - days);
  // Chats with higher numbers are older, so that the list has the same order as the test.
  const changed = new Date(at.getTime() - n).toISOString();
  const marks = {
    project_id: noProject,
    pinned_at: null,
    archived_at: null,
    model_id: null,
    vendor_id: null,
  };
  return { id: chatId(n), title, created_at: changed, updated_at: changed, ...marks, ...change };
}
