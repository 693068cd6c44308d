import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { showUndo } from '../../../components/undo-toast.ts';
import { hideToast, showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import type { UndoableChange, UndoableChanges } from '../data/undoable-changes.ts';
import { chatQueries } from '../data/queries.ts';
import { undoNoticeTexts } from './undo-texts.ts';
import { chatToasts } from '../texts.ts';

interface UndoNoticeProps {
  /** Called when a chat is restored that was open when it was deleted or archived. */
  readonly onRestored: (chatId: string) => void;
}

/** Offers Undo in a toast for each change, while a page with the sidebar is open. */
export function UndoNotice({ onRestored }: UndoNoticeProps) {
  const { undoable, userId } = useChatEngine();
  const changes = useSyncExternalStore(undoable.subscribe, undoable.all);
  const client = useQueryClient();
  const shown = useRef<readonly UndoableChange[]>([]);
  useEffect(() => {
    const target = { client, userId, undoable, onRestored };
    for (const change of changes)
      if (!shown.current.includes(change))
        showUndo(textOf(change), () => void restore(change, target), {
          id: change.actionId,
          onClose: () => undoable.forget(change),
        });
    for (const { actionId } of shown.current)
      if (!changes.some((change) => change.actionId === actionId)) hideToast(actionId);
    shown.current = changes;
  }, [changes, client, onRestored, undoable, userId]);
  useEffect(
    () => () => {
      for (const { actionId } of shown.current) hideToast(actionId);
    },
    [],
  );
  return null;
}

interface RestoreTarget extends UndoNoticeProps {
  readonly client: QueryClient;
  readonly userId: string;
  readonly undoable: UndoableChanges;
}

/** Restores the chats. If one can't be restored, offers Undo again for it and the remaining ones. */
async function restore(change: UndoableChange, target: RestoreTarget): Promise<void> {
  const { client, userId, undoable, onRestored } = target;
  const remaining = [...change.chats];
  try {
    for (const { chatId, undo } of change.chats) {
      await undo();
      remaining.shift();
      // Otherwise, the cached response would still state that the chat doesn't exist.
      if (change.kind !== 'moved') client.removeQueries({ queryKey: chatQueries.one(chatId).queryKey });
    }
  } catch {
    for (const chat of remaining) undoable.add(change, chat);
    showToast(chatToasts.restoreFailed);
  }
  // Also needed if only some chats were restored.
  await client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
  const open = change.chats.find((chat) => chat.wasOpen && !remaining.includes(chat));
  if (open) onRestored(open.chatId);
}

function textOf({ kind, chats }: UndoableChange): string {
  const { one, several } = undoNoticeTexts[kind];
  return chats.length === 1 ? one({ title: chats[0]?.title ?? '' }) : several({ count: chats.length });
}
