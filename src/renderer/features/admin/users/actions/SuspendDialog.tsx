import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { useUserChange } from '../mutations.ts';
import { nameOf } from '../user.ts';
import { useSuspensionFields } from './use-suspension-fields.tsx';
import { suspendTexts as texts } from './texts.ts';

interface SuspendDialogProps {
  readonly user: AdminUser;
  readonly onDone: () => void;
}

export function SuspendDialog({ user, onDone }: SuspendDialogProps) {
  const name = nameOf(user);
  const { check, read, fields } = useSuspensionFields();
  return (
    <FormDialog
      title={texts.title({ name })}
      save={texts.save}
      action={useUserChange('restrict', texts.done({ name }))}
      check={check}
      read={() => {
        const suspension = read();
        return suspension && { user: user.id, ...suspension };
      }}
      onDone={onDone}
    >
      <DialogText>{texts.text}</DialogText>
      {fields}
    </FormDialog>
  );
}
