import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { moneyBackDays } from '../../../../shared/domain/plans.ts';
import { sentenceOf } from '../../../lib/invoke.ts';
import { checkoutPath } from '../../../lib/paths.ts';
import { useStarterPlan } from '../../../lib/starter-plan.ts';
import { accountQueries } from '../queries.ts';
import { Question } from '../Question.tsx';
import { planTexts as texts } from '../texts.ts';
import { dayOf } from './day.ts';
import styles from './PlanTerm.module.css';
import { useCancelPlan } from './use-cancel-plan.ts';

/** How long Professional goes on, and the way to give it up. */
export function PlanTerm({ userId }: { readonly userId: string }) {
  const { data: subscription, error } = useQuery(accountQueries.subscription(userId));
  const starter = useStarterPlan();
  const [now] = useState(Date.now);
  const cancel = useCancelPlan(userId);
  if (error && !subscription) return <p className={styles.note}>{texts.unknown}</p>;
  if (!subscription) return null;
  const { source, startedAt, endsAt } = subscription;
  const moneyBackUntil = Date.parse(startedAt) + moneyBackDays * 86_400_000;
  const billing = subscription.billing ?? 'monthly';
  if (source === 'admin')
    return <p className={styles.note}>{endsAt ? texts.givenUntil(dayOf(endsAt)) : texts.given}</p>;
  if (endsAt)
    return (
      <p className={styles.note}>
        {texts.endsOn(dayOf(endsAt))} <Link to={checkoutPath('professional', billing)}>{texts.goOn}</Link>
      </p>
    );
  return (
    <div className={styles.term}>
      <p className={styles.note}>{texts.runs[billing]}</p>
      {now <= moneyBackUntil && (
        <p className={styles.note}>{texts.moneyBack(dayOf(new Date(moneyBackUntil).toISOString()))}</p>
      )}
      <Question
        ask={texts.cancel}
        keep={texts.keep}
        confirm={texts.cancelNow}
        busy={texts.cancelling}
        onConfirm={() => cancel.mutateAsync()}
        failure={cancel.error && sentenceOf(cancel.error)}
      >
        {texts.warning(billing, starter)}
      </Question>
    </div>
  );
}
