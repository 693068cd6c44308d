import { useState } from 'react';
import { userRequestSchemas } from '../../../../../shared/admin/users.ts';
import { TextField } from '../../../../components/TextField.tsx';
import { faultOf } from '../../data/define-acts.ts';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { useUserForm } from '../data/mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import type { UserDialogProps } from './UserDialogs.tsx';

const texts = userTexts.budgetDialog;

/** Empty is no own limit; what is no number stays none, so that the schema refuses it. */
const limitOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Tokens and dollars that an account may use up in a month. */
export function BudgetDialog({ user, isOpen, onClose, onGone, onDone }: UserDialogProps) {
  const name = nameOf(user);
  const save = useUserForm('set-budget', texts.done(name));
  const [tokens, setTokens] = useState('');
  const [cost, setCost] = useState('');
  const request = { user: user.id, tokens_per_month: limitOf(tokens), cost_per_month: limitOf(cost) };
  const check = () => (faultOf(userRequestSchemas['set-budget'], request) === null ? null : texts.invalid);
  return (
    <FormDialog
      title={texts.title(name)}
      isOpen={isOpen}
      isBusy={save.isPending}
      error={save.error}
      check={check}
      onSave={() =>
        save.mutate(request, {
          onSuccess: () => {
            onClose();
            onDone('budget');
          },
        })
      }
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text}</DialogText>
      <TextField
        label={texts.tokens}
        name="tokens-per-month"
        inputMode="numeric"
        autoComplete="off"
        value={tokens}
        data-autofocus
        onChange={(event) => setTokens(event.currentTarget.value)}
      />
      <TextField
        label={texts.cost}
        name="cost-per-month"
        inputMode="decimal"
        autoComplete="off"
        value={cost}
        onChange={(event) => setCost(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
