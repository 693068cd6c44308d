import { useQuery } from '@tanstack/react-query';
import { type AdminUser, userRequestSchemas } from '../../../../../shared/admin/users.ts';
import { TextField } from '../../../../components/TextField.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { QueryView } from '../../feedback/QueryView.tsx';
import { numberOf, useFields } from '../../fields/use-fields.ts';
import { validate } from '../../service/define-actions.ts';
import { useUserChange } from '../mutations.ts';
import { userQueries } from '../queries.ts';
import { nameOf } from '../user.ts';
import { budgetTexts as texts } from './texts.ts';

interface BudgetDialogProps {
  readonly user: AdminUser;
  readonly onDone: () => void;
}

export function BudgetDialog({ user, onDone }: BudgetDialogProps) {
  const name = nameOf(user);
  // Always refetched, so that saving doesn't overwrite another administrator's change.
  const account = useQuery({ ...userQueries.one(user.id), staleTime: 0, refetchOnWindowFocus: false });
  // Null until the administrator types. Until then, the field shows the stored limit.
  const { values, text } = useFields<{ tokens: string | null; cost: string | null }>({
    tokens: null,
    cost: null,
  });
  const budget = account.data?.budget;
  const tokens = values.tokens ?? budget?.own_tokens?.toString() ?? '';
  const cost = values.cost ?? budget?.own_cost?.toString() ?? '';
  const request = {
    user: user.id,
    tokens_per_month: numberOf(tokens),
    cost_per_month: numberOf(cost),
  };
  return (
    <FormDialog
      title={texts.title({ name })}
      isBlocked={!budget}
      action={useUserChange('set-budget', texts.done({ name }))}
      check={() => (validate(userRequestSchemas['set-budget'], request) === null ? null : texts.invalid)}
      read={() => request}
      onDone={onDone}
    >
      <DialogText>{texts.text}</DialogText>
      <QueryView query={account} loading={texts.loading}>
        {() => (
          <>
            <TextField
              {...text('tokens')}
              label={texts.tokens}
              inputMode="numeric"
              value={tokens}
              data-autofocus
            />
            <TextField {...text('cost')} label={texts.cost} inputMode="decimal" value={cost} />
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}
