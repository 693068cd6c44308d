import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { useUserForm } from '../data/mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import { useTimedFields } from './use-timed-fields.tsx';
import type { UserDialogProps } from './UserDialogs.tsx';

const texts = userTexts.timedDialog;

/** A ban or a restriction that ends by itself [ADMIN-039]. */
export function TimedDialog({ user, isOpen, onClose, onGone, onDone }: UserDialogProps) {
  const name = nameOf(user);
  const restrict = useUserForm('restrict', texts.done(name));
  const { check, read, fields } = useTimedFields();
  const save = () => {
    const hold = read();
    if (hold === null) return;
    restrict.mutate(
      { user: user.id, ...hold },
      {
        onSuccess: () => {
          onClose();
          onDone('timed');
        },
      },
    );
  };
  return (
    <FormDialog
      title={texts.title(name)}
      isOpen={isOpen}
      save={texts.save}
      isBusy={restrict.isPending}
      error={restrict.error}
      check={check}
      onSave={save}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text}</DialogText>
      {fields}
    </FormDialog>
  );
}
