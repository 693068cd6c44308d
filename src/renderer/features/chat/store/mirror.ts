import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Chat, ChatPage, Message } from '../chat.ts';
import { listedChats } from '../data/cache.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatStore } from './chat-store.ts';

/** Milliseconds. Cache changes within this time are written together. */
const TOGETHER = 200;

/** Copies the service's responses to the store. Returns the undo. */
export function startMirror(client: QueryClient, userId: string, store: ChatStore): () => void {
  const changed = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const keys = [...changed.values()];
    changed.clear();
    // A failed write must not prevent later ones.
    writing = writing
      .catch(() => {})
      .then(async () => {
        for (const key of keys) await writeRows(store, userId, key, client.getQueryData(key));
      });
  };
  const undo = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isMirrored(userId, query.queryKey)) return;
    // Rows that came from the store are not written again.
    if (query.state.status !== 'success' || query.state.dataUpdatedAt === 0) return;
    changed.set(query.queryHash, query.queryKey);
    timer ??= setTimeout(write, TOGETHER);
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
  // The key determines the data's type (queries.ts).
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
    // Only these lists contain archived chats.
    else await store.putChats(chats.filter(({ archivedAt }) => archivedAt));
  }
}
