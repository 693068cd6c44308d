import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { usageQueries } from '../../../lib/usage.ts';
import styles from '../account.module.css';
import type { FormatChat } from '../export/export-account.ts';
import { Section } from '../Section.tsx';
import { accountTexts, usageTexts as texts } from '../texts.ts';
import { HiddenChats } from './HiddenChats.tsx';
import { MonthUsage } from './MonthUsage.tsx';
import { PlanTerm } from './PlanTerm.tsx';

interface PlanSectionProps {
  readonly userId: string;
  readonly formatChat: FormatChat;
  /** True for the owner of the computer, whose plan never ends. */
  readonly isOwner: boolean;
}

export function PlanSection({ userId, formatChat, isOwner }: PlanSectionProps) {
  const { data, error } = useQuery({ ...usageQueries.today(userId), staleTime: 0 });
  if (!data)
    return (
      error && (
        <Section id="plan" scope="account">
          <p>{texts.loadFailed}</p>
        </Section>
      )
    );
  const { plan, limit, used } = data;
  return (
    <Section id="plan" scope="account">
      <div className={styles.usage}>
        <p className={styles.plan}>
          <strong>{accountTexts.plans[plan]}</strong>
          <span data-figures>
            {limit === null
              ? texts.unlimited({ count: used })
              : texts.limited({ used: Math.min(used, limit), allowed: limit })}
          </span>
        </p>
        {limit !== null && (
          <>
            <meter
              className={styles.meter}
              min={0}
              max={Math.max(limit, 1)}
              value={used}
              aria-label={texts.meter}
            />
            <p className={styles.note}>{used >= limit ? texts.full : texts.resets}</p>
          </>
        )}
        {plan !== 'professional' && (
          <p className={styles.note}>
            <Link to={paths.pricing}>{texts.upgrade}</Link>
          </p>
        )}
        <MonthUsage userId={userId} />
      </div>
      {plan !== 'professional' ? (
        <HiddenChats userId={userId} formatChat={formatChat} />
      ) : (
        !isOwner && <PlanTerm userId={userId} />
      )}
    </Section>
  );
}
