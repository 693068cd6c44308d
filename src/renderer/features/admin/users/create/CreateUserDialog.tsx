import { useState } from 'react';
import { userRequestSchemas, type UserRole, userRoles } from '../../../../../shared/admin/users.ts';
import { SelectField } from '../../../../components/SelectField.tsx';
import { TextField } from '../../../../components/TextField.tsx';
import { faultOf } from '../../data/define-acts.ts';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { Tick } from '../../fields/Tick.tsx';
import { creationSentence, useCreateUser } from '../data/mutations.ts';
import { userTexts } from '../texts.ts';
import styles from './CreateUserDialog.module.css';

const texts = userTexts.createDialog;
const plans = ['starter', 'professional'] as const;

interface CreateUserDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** A new account with its address confirmed, its plan and its roles [ADMIN-034]. */
export function CreateUserDialog({ isOpen, onClose, onGone }: CreateUserDialogProps) {
  const create = useCreateUser();
  // One id for all tries, so that a repeated one makes no second account.
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [plan, setPlan] = useState<(typeof plans)[number]>('starter');
  const [roles, setRoles] = useState<readonly UserRole[]>([]);
  const request = { id, name, email: email.trim(), plan, roles: [...roles] };
  return (
    <FormDialog
      title={texts.title}
      isOpen={isOpen}
      save={texts.save}
      isBusy={create.isPending}
      error={create.error}
      say={(error) => creationSentence(error, email)}
      check={() => faultOf(userRequestSchemas.create, request)}
      onSave={() => create.mutate(request, { onSuccess: onClose })}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text}</DialogText>
      <TextField
        label={texts.email}
        name="new-user-email"
        type="email"
        autoComplete="off"
        maxLength={255}
        value={email}
        data-autofocus
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextField
        label={texts.name}
        name="new-user-name"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label={texts.plan}
        name="new-user-plan"
        options={plans.map((value) => ({ value, label: userTexts.plans[value] }))}
        value={plan}
        onChoose={setPlan}
      />
      <fieldset className={styles.roles}>
        <legend className={styles.legend}>{texts.roles}</legend>
        {userRoles.map((role) => (
          <Tick
            key={role}
            label={userTexts.roles[role]}
            text={texts.roleHints[role]}
            isTicked={roles.includes(role)}
            onChange={(isTicked) =>
              setRoles(isTicked ? [...roles, role] : roles.filter((each) => each !== role))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
