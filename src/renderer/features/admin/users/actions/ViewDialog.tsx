import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { callUsers } from '../call-users.ts';
import { userQueries } from '../queries.ts';
import { nameOf, viewPath } from '../user.ts';
import { startViewTexts as texts } from './texts.ts';

/** The view is read-only [ADMIN-037]. */
export function ViewDialog({ user }: { readonly user: AdminUser }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: (id: string) => callUsers('impersonate', { user: id }),
    onSuccess: (view) => client.setQueryData(userQueries.openView().queryKey, view),
  });
  return (
    <ConfirmDialog
      title={texts.title({ name: nameOf(user) })}
      confirm={texts.confirm}
      busy={texts.busy}
      action={start}
      input={user.id}
      onDone={() => void navigate(viewPath)}
    >
      <DialogText>{texts.text}</DialogText>
    </ConfirmDialog>
  );
}
