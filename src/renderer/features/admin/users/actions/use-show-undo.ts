import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { showUndo } from '../../../../components/undo-toast.ts';
import { hideToast } from '../../../../lib/toast.ts';
import { useUndoAction } from '../mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import { accountActions, isAccountAction, type UserAction } from './account-actions.ts';

/** Offers to undo the latest action. An action that can't be undone removes the earlier offer. */
export function useShowUndo() {
  const { mutate } = useUndoAction();
  return (action: UserAction, user: AdminUser) => {
    const undo = isAccountAction(action) ? accountActions[action].undo : undefined;
    if (!isAccountAction(action) || !undo) return hideToast('account');
    const text = userTexts.actions[action].done({ name: nameOf(user) });
    showUndo(text, () => mutate(() => undo(user)), { id: 'account' });
  };
}
