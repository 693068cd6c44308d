import { IconArchive, IconArchiveOff, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useCommands } from '../../lib/commands.ts';
import type { Chat } from './chat.ts';
import { useChatEngine } from './chat-context.ts';
import { chatCommandTexts } from './texts.ts';

/** Actions for the open chat as a whole. Its title is changed in the header. */
export interface ChatActions {
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  readonly pin: () => void;
  readonly archive: () => void;
  readonly remove: () => void;
}

interface OpenChat {
  /** Null until the service has stored the chat. */
  readonly storedId: string | null;
  /** Null until the chat's row is loaded. */
  readonly chat: Pick<Chat, 'pinnedAt' | 'archivedAt'> | null;
  readonly onClosed: () => void;
  /** Called if the user decides to keep a chat that can't be restored. */
  readonly onKept: (chatId: string) => void;
}

/** Returns the open chat's actions, and adds them as commands. Null if the chat isn't stored. */
export function useChatActions({ storedId, chat, onClosed, onKept }: OpenChat): ChatActions | null {
  const { changes } = useChatEngine();
  const isPinned = typeof chat?.pinnedAt === 'string';
  const isArchived = typeof chat?.archivedAt === 'string';
  const actions =
    storedId === null || changes === null
      ? null
      : {
          isPinned,
          isArchived,
          pin: () => void changes.pin(storedId, isPinned ? null : new Date().toISOString()),
          archive: () => {
            if (isArchived) return void changes.unarchive(storedId);
            void changes.archive(storedId, true);
            onClosed();
          },
          remove: () => {
            void changes.delete(storedId, true, () => onKept(storedId));
            onClosed();
          },
        };
  useCommands(() =>
    actions
      ? [
          {
            id: 'pin',
            group: 'chat',
            label: chatCommandTexts[isPinned ? 'unpin' : 'pin'],
            Icon: isPinned ? IconPinnedOff : IconPin,
            run: actions.pin,
          },
          {
            id: 'archive',
            group: 'chat',
            label: chatCommandTexts[isArchived ? 'unarchive' : 'archive'],
            Icon: isArchived ? IconArchiveOff : IconArchive,
            words: 'hide restore',
            run: actions.archive,
          },
          {
            id: 'delete',
            group: 'chat',
            label: chatCommandTexts.delete,
            Icon: IconTrash,
            words: 'remove',
            run: actions.remove,
          },
        ]
      : [],
  );
  return actions;
}
