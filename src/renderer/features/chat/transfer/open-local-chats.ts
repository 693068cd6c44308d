import { type PortableChat, toPortableChat, toPortableMessage } from '../../../lib/portable-chat.ts';
import type { LocalChatsPage, Shell } from '../../../platform/shell.ts';
import { batchesOf } from './batches.ts';
import { transferTexts as texts } from './texts.ts';
import { TransferError } from './transfer-error.ts';
import type { ReadFile } from './worker/read-file.ts';

/**
 * Opens the chats on this computer, to copy them to the current service. They are closed when the signal
 * aborts or the last chat is read.
 *
 * @returns null if the user declines in the app's dialog
 * @throws TransferError with a message for the user
 */
export async function openLocalChats(shell: Shell, signal: AbortSignal): Promise<ReadFile | null> {
  const count = await shell.openLocalChats().catch((error: unknown) => {
    throw new TransferError(error instanceof Error ? error.message : texts.localFailed);
  });
  if (count === null) return null;
  if (signal.aborted) shell.closeLocalChats();
  signal.addEventListener('abort', shell.closeLocalChats, { once: true });
  const close = () => {
    signal.removeEventListener('abort', shell.closeLocalChats);
    shell.closeLocalChats();
  };
  async function* chats(): AsyncGenerator<PortableChat | null> {
    try {
      for (let from: number | null = 0; from !== null;) {
        signal.throwIfAborted();
        const page: LocalChatsPage = await shell.readLocalChats(from).catch(() => {
          throw new TransferError(texts.localFailed);
        });
        // The messages of a chat are already in order: parents come before their children.
        for (const chat of page.chats) yield toPortableChat(chat, chat.messages.map(toPortableMessage));
        yield* Array.from({ length: page.tooLong }, () => null);
        from = page.next;
      }
    } finally {
      close();
    }
  }
  return { source: 'computer', count, batches: () => batchesOf({ chats }) };
}
