import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { dialogTexts } from '../../dialog/texts.ts';
import { actOnUsers } from '../data/act-on-users.ts';
import { userQueries } from '../data/queries.ts';
import { userTexts } from '../texts.ts';
import { nameOf, viewPath } from '../user.ts';
import type { UserDialogProps } from './UserDialogs.tsx';

const texts = userTexts.viewDialog;

/** Begins a read-only look at an account [ADMIN-037]. */
export function ViewDialog({ user, isOpen, onClose, onGone }: UserDialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => actOnUsers('impersonate', { user: user.id }),
    onSuccess: async (view) => {
      client.setQueryData(userQueries.openView().queryKey, view);
      onClose();
      await navigate(viewPath);
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(nameOf(user))}
      isOpen={isOpen}
      confirm={texts.confirm}
      busy={texts.busy}
      cancel={dialogTexts.cancel}
      isBusy={start.isPending}
      error={start.error}
      onConfirm={() => start.mutate()}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text}</DialogText>
    </ConfirmDialog>
  );
}
