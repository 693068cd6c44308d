import { useState } from 'react';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { UndoBar, type UndoableAction } from '../../../../components/UndoBar.tsx';
import { useUndoAction } from '../mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import { accountActions, isAccountAction, type UserAction } from './account-actions.ts';

/** Actions that can't be undone clear the bar. */
export function useUndoBar() {
  const [done, setDone] = useState<UndoableAction | null>(null);
  const { mutate } = useUndoAction();
  const showUndo = (action: UserAction, user: AdminUser) => {
    if (!isAccountAction(action)) return setDone(null);
    const { undo } = accountActions[action];
    const text = userTexts.actions[action].done({ name: nameOf(user) });
    setDone(undo ? { text, undo: () => mutate(() => undo(user)) } : null);
  };
  return { undoBar: <UndoBar done={done} onDismiss={() => setDone(null)} />, showUndo };
}
