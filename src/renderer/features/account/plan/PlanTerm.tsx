import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { subscriptionSchema } from '../../../../shared/billing/subscription.ts';
import { moneyBackDays } from '../../../../shared/domain/plans.ts';
import { invoke, failureMessage } from '../../../lib/invoke.ts';
import { checkoutPath } from '../../../lib/plan-paths.ts';
import { useStarterPlan } from '../../../lib/starter-plan.ts';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { accountQueries } from '../queries.ts';
import { formatDay } from '../Section.tsx';
import { planFacts } from '../../../lib/plan-texts.ts';
import { planTexts as texts } from '../texts.ts';

export function PlanTerm({ userId }: { readonly userId: string }) {
  const { data: subscription, error } = useQuery(accountQueries.subscription(userId));
  const starter = useStarterPlan();
  const [now] = useState(Date.now);
  const cancel = useCancelPlan(userId);
  if (error && !subscription) return <p className={styles.note}>{texts.loadFailed}</p>;
  if (!subscription) return null;
  const { source, started_at: startedAt, ends_at: endsAt } = subscription;
  const moneyBackUntil = Date.parse(startedAt) + moneyBackDays * 86_400_000;
  const billing = subscription.billing ?? 'monthly';
  if (source === 'admin')
    return (
      <p className={styles.note}>{endsAt ? texts.givenUntil({ day: formatDay(endsAt) }) : texts.given}</p>
    );
  if (endsAt)
    return (
      <p className={styles.note}>
        {texts.endsOn({ day: formatDay(endsAt) })}{' '}
        <Link to={checkoutPath('professional', billing)}>{texts.resume}</Link>
      </p>
    );
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{texts.runs[billing]}</p>
      {now <= moneyBackUntil && (
        <p className={styles.note}>
          {texts.moneyBack({
            guarantee: planFacts.moneyBack(),
            day: formatDay(new Date(moneyBackUntil).toISOString()),
          })}
        </p>
      )}
      <ConfirmButton
        texts={texts.cancel}
        onConfirm={() => cancel.mutateAsync()}
        failure={cancel.error && failureMessage(cancel.error)}
      >
        {texts.warning[billing]({
          messages: planFacts.messages(starter),
          history: planFacts.history(starter),
        })}
      </ConfirmButton>
    </div>
  );
}

function useCancelPlan(userId: string) {
  const client = useQueryClient();
  const { queryKey } = accountQueries.subscription(userId);
  return useMutation({
    mutationFn: () => invoke('billing/cancel', {}, subscriptionSchema),
    onSuccess: ({ ends_at: endsAt }) => {
      client.setQueryData(queryKey, (known) => known && { ...known, ends_at: endsAt });
      if (endsAt) showToast(texts.canceled({ day: formatDay(endsAt) }));
    },
    // Also refetches after a failure, which may mean that the page shows an outdated plan.
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
