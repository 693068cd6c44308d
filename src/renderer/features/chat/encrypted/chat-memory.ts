import { z } from 'zod';
import type { ChatMemory } from '../../../../shared/encrypted-history/chat-memory.ts';
import type { ChatStore } from '../store/chat-store.ts';

const messages = z.array(z.object({ id: z.string(), parentId: z.string().nullable() }));

const remembered = z.object({
  number: z.number(),
  digest: z.string().nullable(),
  removedAt: z.number(),
  listed: messages,
  seen: messages,
});

const nameOf = (chatId: string): string => `head:${chatId}`;

/** Remembers the chat heads that this device has seen, in its encrypted store. */
export const createChatMemory = (store: Pick<ChatStore, 'readCopy' | 'writeCopy'>): ChatMemory => {
  const read: ChatMemory['read'] = async (chatId) =>
    remembered.safeParse(await store.readCopy(nameOf(chatId))).data ?? null;
  const replace: ChatMemory['replace'] = (chatId, chat) => store.writeCopy(nameOf(chatId), chat);
  return {
    read,
    replace,
    write: async (chatId, chat) => {
      // Another tab may have seen a newer head meanwhile.
      if (((await read(chatId))?.number ?? 0) <= chat.number) await replace(chatId, chat);
    },
  };
};
