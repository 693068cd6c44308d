import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { UndoBar } from '../../../components/UndoBar.tsx';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import type { UndoableChange } from '../data/undoable-changes.ts';
import { chatQueries } from '../data/queries.ts';
import { undoNoticeTexts } from '../archive/texts.ts';
import { chatToasts } from '../texts.ts';

interface UndoNoticeProps {
  /** Called when a chat is restored that was open when it was deleted or archived. */
  readonly onRestored: (chatId: string) => void;
}

/** Offers Undo for ten seconds. They start again when the pointer or the focus leaves the notice. */
export function UndoNotice({ onRestored }: UndoNoticeProps) {
  const { undoable, userId } = useChatEngine();
  const change = useSyncExternalStore(undoable.subscribe, undoable.last);
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: async ({ chats }: UndoableChange) => {
      for (const { chatId, undo } of chats) {
        await undo();
        undoable.forgetChat(chatId);
        client.removeQueries({ queryKey: chatQueries.one(chatId).queryKey });
      }
    },
    onMutate: (undone) => undoable.pause(undone),
    onError: (_error, undone) => {
      undoable.restart(undone);
      showToast(chatToasts.restoreFailed);
    },
    onSuccess: async (_result, { chats }) => {
      await client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
      const open = chats.find(({ wasOpen }) => wasOpen);
      if (open) onRestored(open.chatId);
    },
  });
  return (
    <UndoBar
      done={change && { text: textOf(change), undo: () => restore.mutate(change) }}
      isFloating
      isUndoing={restore.isPending}
      onDismiss={() => change && undoable.forget(change)}
      onHold={(isHeld) => change && (isHeld ? undoable.pause(change) : undoable.restart(change))}
    />
  );
}

function textOf({ kind, chats }: UndoableChange): string {
  const { one, several } = undoNoticeTexts[kind];
  return chats.length === 1 ? one({ title: chats[0]?.title ?? '' }) : several({ count: chats.length });
}
