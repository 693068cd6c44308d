import { useMutation, useQueryClient } from '@tanstack/react-query';
import { subscriptionSchema } from '../../../../shared/billing/subscription.ts';
import { invoke } from '../../../lib/invoke.ts';
import { showToast } from '../../../lib/toast.ts';
import { accountQueries } from '../queries.ts';
import { dayOf } from './day.ts';
import { planTexts as texts } from '../texts.ts';

/** Ends the plan with the term that is running. The service says when that is. */
export function useCancelPlan(userId: string) {
  const client = useQueryClient();
  const { queryKey } = accountQueries.subscription(userId);
  return useMutation({
    mutationFn: () => invoke('billing/cancel', {}, subscriptionSchema),
    onSuccess: ({ ends_at: endsAt }) => {
      client.setQueryData(queryKey, (known) => known && { ...known, endsAt });
      if (endsAt) showToast(texts.cancelledToast(dayOf(endsAt)));
    },
    // A refusal means that the plan is not as this page shows it.
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
