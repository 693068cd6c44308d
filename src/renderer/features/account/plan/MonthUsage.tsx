import { useQuery } from '@tanstack/react-query';
import { dollars } from '../../../lib/dollars.ts';
import styles from '../account.module.css';
import { accountQueries } from '../queries.ts';
import { usageTexts as texts } from '../texts.ts';

const toBillionths = (amount: number): number => Math.round(amount * 1e9);

const sumText = (count: number, cost: number): string =>
  [texts.tokens({ count }), cost > 0 && dollars(toBillionths(cost))].filter(Boolean).join(' · ');

/**
 * Shows this month's tokens and cost. The usage of the service's keys is shown with the account's limits. The usage of
 * the user's own keys and models is shown separately.
 */
export function MonthUsage({ userId }: { readonly userId: string }) {
  const { data } = useQuery(accountQueries.month(userId));
  if (!data) return null;
  const { tokens_used: count, tokens_allowed, cost_used, cost_allowed, own_tokens, own_cost } = data;
  const cost = dollars(toBillionths(cost_used));
  const parts = [
    tokens_allowed === null
      ? texts.tokens({ count })
      : texts.tokensOf({ used: count, allowed: tokens_allowed }),
    cost_allowed !== null
      ? texts.costOf({ used: cost, allowed: dollars(toBillionths(cost_allowed)) })
      : cost_used > 0 && cost,
  ];
  return (
    <div>
      <p data-figures>
        {texts.month} {parts.filter(Boolean).join(' · ')}
      </p>
      {own_tokens > 0 && (
        <p data-figures>
          {texts.own({ sum: sumText(own_tokens, own_cost) })}
          <br />
          {texts.together({ sum: sumText(count + own_tokens, cost_used + own_cost) })}
        </p>
      )}
      <p className={styles.note}>{texts.monthNote}</p>
    </div>
  );
}
