import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userRequestSchemas } from '../../../../../shared/admin/users.ts';
import { TextField } from '../../../../components/TextField.tsx';
import { faultOf } from '../../data/define-acts.ts';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { Listing } from '../../feedback/Listing.tsx';
import { useUserForm } from '../data/mutations.ts';
import { userQueries } from '../data/queries.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import type { UserDialogProps } from './UserDialogs.tsx';

const texts = userTexts.budgetDialog;

/** Empty is no own limit; what is no number stays none, so that the schema refuses it. */
const limitOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Tokens and dollars that an account may use up in a month: those it has of its own, to be changed. */
export function BudgetDialog({ user, isOpen, onClose, onGone, onDone }: UserDialogProps) {
  const name = nameOf(user);
  // Asked anew at each opening: what another administrator saved meanwhile must not be written over unseen.
  const account = useQuery({ ...userQueries.one(user.id), staleTime: 0, refetchOnWindowFocus: false });
  const save = useUserForm('set-budget', texts.done(name));
  // What was typed; null while the field shows what the service has.
  const [tokens, setTokens] = useState<string | null>(null);
  const [cost, setCost] = useState<string | null>(null);
  const budget = account.data?.budget;
  const shownTokens = tokens ?? budget?.own_tokens?.toString() ?? '';
  const shownCost = cost ?? budget?.own_cost?.toString() ?? '';
  const request = {
    user: user.id,
    tokens_per_month: limitOf(shownTokens),
    cost_per_month: limitOf(shownCost),
  };
  const check = () => (faultOf(userRequestSchemas['set-budget'], request) === null ? null : texts.invalid);
  return (
    <FormDialog
      title={texts.title(name)}
      isOpen={isOpen}
      isBusy={save.isPending}
      isBlocked={!budget}
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
      <Listing query={account} loading={texts.loading}>
        {() => (
          <>
            <TextField
              label={texts.tokens}
              name="tokens-per-month"
              inputMode="numeric"
              autoComplete="off"
              value={shownTokens}
              data-autofocus
              onChange={(event) => setTokens(event.currentTarget.value)}
            />
            <TextField
              label={texts.cost}
              name="cost-per-month"
              inputMode="decimal"
              autoComplete="off"
              value={shownCost}
              onChange={(event) => setCost(event.currentTarget.value)}
            />
          </>
        )}
      </Listing>
    </FormDialog>
  );
}
