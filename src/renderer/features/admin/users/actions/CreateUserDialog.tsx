import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { userRequestSchemas, type UserRole, userRoles } from '../../../../../shared/admin/users.ts';
import { SelectField } from '../../../../components/SelectField.tsx';
import { TextField } from '../../../../components/TextField.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { useFields } from '../../fields/use-fields.ts';
import { validate } from '../../service/define-actions.ts';
import { creationError, useCreateUser } from '../mutations.ts';
import { userTexts } from '../texts.ts';
import { planOptions } from './PlanDialog.tsx';
import styles from './UserMenu.module.css';
import { createTexts as texts } from './texts.ts';

/** The new account's email counts as confirmed [ADMIN-034]. */
export function CreateUserDialog() {
  // Each attempt sends the same id, so that a retry doesn't create a second account.
  const [id] = useState(() => crypto.randomUUID());
  const { values, set, text } = useFields<{
    name: string;
    email: string;
    plan: (typeof planOptions)[number];
    roles: readonly UserRole[];
  }>({ name: '', email: '', plan: 'starter', roles: [] });
  const { name, email, plan, roles } = values;
  const request = { id, name, email: email.trim(), plan, roles: [...roles] };
  return (
    <FormDialog
      title={texts.title}
      save={texts.save}
      action={useCreateUser()}
      describeError={(error) => creationError(error, email)}
      check={() => validate(userRequestSchemas.create, request)}
      read={() => request}
    >
      <DialogText>{texts.text}</DialogText>
      <TextField {...text('email')} label={texts.email} type="email" maxLength={255} data-autofocus />
      <TextField {...text('name')} label={texts.name} maxLength={100} />
      <SelectField
        label={texts.plan}
        name="new-user-plan"
        options={planOptions.map((value) => ({ value, label: userTexts.plans[value] }))}
        value={plan}
        onChoose={(next) => set({ plan: next })}
      />
      <Checkbox.Group
        label={texts.roles}
        value={[...roles]}
        onChange={(chosen) => set({ roles: userRoles.filter((role) => chosen.includes(role)) })}
      >
        <div className={styles.roles}>
          {userRoles.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={userTexts.roles[role]}
              description={texts.roleHints[role]}
            />
          ))}
        </div>
      </Checkbox.Group>
    </FormDialog>
  );
}
