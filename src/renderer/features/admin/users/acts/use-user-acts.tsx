import { useCallback, useState } from 'react';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { useDialog } from '../../dialog/use-dialog.ts';
import { UndoBar, type Undoable } from '../../feedback/UndoBar.tsx';
import { useUndoAct } from '../data/mutations.ts';
import { nameOf } from '../user.ts';
import { actDescriptions, simpleActs } from './simple-acts.ts';
import { type UserDialogKind, UserDialogs } from './UserDialogs.tsx';

interface Subject {
  readonly kind: UserDialogKind;
  readonly user: AdminUser;
}

/** What can be done with accounts on a page: the way into each dialog, the dialogs, and the way back from an act. */
export function useUserActs({ onDone }: { readonly onDone?: (kind: UserDialogKind) => void } = {}) {
  const { opened, open, close, gone } = useDialog<Subject>();
  const [done, setDone] = useState<Undoable | null>(null);
  const undo = useUndoAct();
  const ask = useCallback(
    (kind: UserDialogKind, user: AdminUser) => open({ kind, user }, `[data-menu-of="${user.id}"]`),
    [open],
  );
  const remember = ({ kind, user }: Subject) => {
    const act = simpleActs.find((each) => each === kind);
    const back = act && actDescriptions[act].undo;
    setDone(
      act && back
        ? { text: actDescriptions[act].done(nameOf(user)), undo: () => undo.mutate(() => back(user)) }
        : null,
    );
    onDone?.(kind);
  };
  return {
    ask,
    undoBar: <UndoBar done={done} onForget={() => setDone(null)} />,
    dialogs: opened && (
      <UserDialogs opened={opened} onClose={close} onGone={gone} onDone={() => remember(opened.subject)} />
    ),
  };
}
