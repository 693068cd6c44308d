import { useQuery } from '@tanstack/react-query';
import { dollars } from '../../../lib/dollars.ts';
import styles from '../account.module.css';
import { accountQueries } from '../queries.ts';
import { usageTexts as texts } from '../texts.ts';

const billionths = (amount: number): number => Math.round(amount * 1e9);

/** The tokens and the price of this month's replies on the service's keys, with the account's limits. */
export function MonthUsage({ userId }: { readonly userId: string }) {
  const { data } = useQuery(accountQueries.month(userId));
  if (!data) return null;
  const { tokens_used: count, tokens_allowed, cost_used, cost_allowed } = data;
  const cost = dollars(billionths(cost_used));
  const parts = [
    tokens_allowed === null
      ? texts.tokens({ count })
      : texts.tokensOf({ used: count, allowed: tokens_allowed }),
    cost_allowed !== null
      ? texts.costOf({ used: cost, allowed: dollars(billionths(cost_allowed)) })
      : cost_used > 0 && cost,
  ];
  return (
    <div>
      <p data-figures>
        {texts.month} {parts.filter(Boolean).join(' · ')}
      </p>
      <p className={styles.note}>{texts.monthNote}</p>
    </div>
  );
}
