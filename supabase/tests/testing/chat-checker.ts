import type { RememberedChat } from '../../../src/shared/encrypted-history/chat-memory.ts';
import { checkChat, type ChatProblems } from '../../../src/shared/encrypted-history/check-chat.ts';
import type { History } from '../../../src/shared/encrypted-history/history.ts';
import type { HistoryService } from '../../../src/shared/encrypted-history/service.ts';
import { VerificationError } from '../../../src/shared/vault/verification-error.ts';

interface Reader {
  readonly service: HistoryService;
  readonly history: History;
}

interface BranchRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly content: string;
}

/** Checks chats as a device does, and remembers their heads. */
export function createChatChecker() {
  const remembered = new Map<string, RememberedChat>();
  return async ({ service, history }: Reader, chatId: string): Promise<ChatProblems | null> => {
    const cipher = history.cipherFor(service);
    const isVerified = async (row: BranchRow) => {
      try {
        await cipher.decryptOrThrow('chat_messages', row as never);
        return row.content !== '';
      } catch (error) {
        if (error instanceof VerificationError) return false;
        throw error;
      }
    };
    return checkChat({
      vault: history.vault,
      service,
      chatId,
      memory: {
        read: async (chat) => remembered.get(chat) ?? null,
        write: async (chat, state) => void remembered.set(chat, state),
        replace: async (chat, state) => void remembered.set(chat, state),
      },
      readRows: async () => {
        const rows = (await service.call('list_branch', { chat: chatId })) as readonly BranchRow[];
        const messages = rows.map(async (row) => {
          const { id, parent_id: parentId } = row;
          return { id, parentId, isVerified: await isVerified(row) };
        });
        return { messages: await Promise.all(messages), isWhole: !rows[0]?.parent_id };
      },
    });
  };
}
