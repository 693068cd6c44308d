import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Chat, ChatPage, Message } from '../chat.ts';
import { listedChats } from '../data/cache.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatStore } from './chat-store.ts';

/** Cache changes within this time (ms) are written together. */
const WRITE_DELAY = 200;

/** Copies the service's responses from the cache to the store. Returns a function that stops the copying. */
export function startMirror(client: QueryClient, userId: string, store: ChatStore): () => void {
  const changedKeys = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastWrite = Promise.resolve();
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const keys = [...changedKeys.values()];
    changedKeys.clear();
    // A failed write must not prevent later writes.
    lastWrite = lastWrite
      .catch(() => {})
      .then(async () => {
        for (const key of keys) await writeRows(store, userId, key, client.getQueryData(key));
      });
  };
  const undo = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isMirrored(userId, query.queryKey)) return;
    // Rows that were loaded from the store are not written again.
    if (query.state.status !== 'success' || query.state.dataUpdatedAt === 0) return;
    changedKeys.set(query.queryHash, query.queryKey);
    timer ??= setTimeout(write, WRITE_DELAY);
  });
  window.addEventListener('pagehide', write);
  return () => {
    undo();
    clearTimeout(timer);
    window.removeEventListener('pagehide', write);
  };
}

function isMirrored(userId: string, [area, kind, id, list]: QueryKey): boolean {
  if (area !== 'chat') return false;
  return kind === 'messages' || kind === 'one' || (kind === 'list' && id === userId && list !== undefined);
}

async function writeRows(store: ChatStore, userId: string, key: QueryKey, data: unknown): Promise<void> {
  if (data === undefined) return;
  const [, kind, id, list] = key;
  // The type of the data follows from the key (queries.ts).
  if (kind === 'messages') {
    const { pages } = data as InfiniteData<Message[]>;
    await store.writeEnd(String(id), pages.toReversed().flat());
  } else if (kind === 'one') {
    if (data === null) await store.forgetChat(String(id));
    else await store.putChats([data as Chat]);
  } else {
    const pages = data as InfiniteData<ChatPage>;
    const chats = listedChats(pages);
    if (list === '')
      await store.writeChats({ chats, changedAfter: pages.pages.at(-1)?.next?.updatedAt ?? null });
    else if (hashKey(key) === hashKey(chatQueries.pinned(userId).queryKey)) await store.writePinned(chats);
    // Unlike the sidebar's list, the other lists also contain archived chats and those of projects.
    else await store.putChats(chats.filter(({ archivedAt, projectId }) => archivedAt ?? projectId));
  }
}
