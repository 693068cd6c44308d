import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { UndoBar } from '../../../components/UndoBar.tsx';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import type { DeletedChat } from '../data/deleted-chats.ts';
import { chatQueries } from '../data/queries.ts';
import { chatToasts, sidebarTexts } from '../texts.ts';

interface UndoDeleteProps {
  /** Called if the restored chat was open before. */
  readonly onRestored: (chatId: string) => void;
}

/** Offers to restore a deleted chat for ten seconds, longer while it has the pointer or the focus. */
export function UndoDelete({ onRestored }: UndoDeleteProps) {
  const { deleted: chats, userId } = useChatEngine();
  const deleted = useSyncExternalStore(chats.subscribe, chats.last);
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: ({ restore }: DeletedChat) => restore(),
    onMutate: (undone) => chats.pause(undone),
    onError: (_error, undone) => {
      chats.restart(undone);
      showToast(chatToasts.restoreFailed);
    },
    onSuccess: async (_result, undone) => {
      chats.forget(undone);
      client.removeQueries({ queryKey: chatQueries.one(undone.chatId).queryKey });
      await client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
      if (undone.wasOpen) onRestored(undone.chatId);
    },
  });
  return (
    <UndoBar
      done={
        deleted && {
          text: sidebarTexts.deleted({ title: deleted.title }),
          undo: () => restore.mutate(deleted),
        }
      }
      isFloating
      isUndoing={restore.isPending}
      onDismiss={() => deleted && chats.forget(deleted)}
      onHold={(isHeld) => deleted && (isHeld ? chats.pause(deleted) : chats.restart(deleted))}
    />
  );
}
