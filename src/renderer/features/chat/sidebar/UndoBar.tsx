import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { showToast } from '../../../lib/toast.ts';
import { chatQueries } from '../data/queries.ts';
import { restoreChat } from '../data/whole-chat.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatToasts, sidebarTexts } from '../texts.ts';
import type { DeletedChat } from '../data/deleted-chats.ts';
import styles from './UndoBar.module.css';

interface UndoBarProps {
  /** Called if the restored chat was open before. */
  readonly onRestored: (chatId: string) => void;
}

/** Offers to restore a deleted chat for ten seconds, longer while it has the pointer or the focus. */
export function UndoBar({ onRestored }: UndoBarProps) {
  const { deleted: chats, userId } = useChatEngine();
  const deleted = useSyncExternalStore(chats.subscribe, chats.last);
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: ({ chat }: DeletedChat) => restoreChat(chat, userId),
    onMutate: (undone) => chats.hold(undone),
    onError: (_error, undone) => {
      chats.release(undone);
      showToast(chatToasts.restoreFailed);
    },
    onSuccess: async (_result, undone) => {
      chats.forget(undone);
      showToast(chatToasts.restored);
      client.removeQueries({ queryKey: chatQueries.one(undone.chat.id).queryKey });
      await client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
      if (undone.wasOpen) onRestored(undone.chat.id);
    },
  });
  return (
    // The region exists before its text, so that the text is announced.
    <output className={styles.place}>
      {deleted && (
        <div
          key={deleted.chat.id}
          className={styles.bar}
          onPointerEnter={() => chats.hold(deleted)}
          onPointerLeave={() => chats.release(deleted)}
          onFocus={() => chats.hold(deleted)}
          onBlur={() => chats.release(deleted)}
        >
          <span className={styles.text}>{sidebarTexts.deleted(deleted.chat.title)}</span>
          <button
            type="button"
            className={styles.undo}
            disabled={restore.isPending}
            onClick={() => restore.mutate(deleted)}
          >
            <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
            {sidebarTexts.undo}
          </button>
          <button
            type="button"
            className={styles.close}
            aria-label={sidebarTexts.forget}
            onClick={() => chats.forget(deleted)}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </div>
      )}
    </output>
  );
}
