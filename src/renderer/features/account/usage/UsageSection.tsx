import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import type { SessionUser } from '../../../lib/session.tsx';
import type { FormatChat } from '../data/export-account.ts';
import { PlanTerm } from '../plan/PlanTerm.tsx';
import { accountQueries } from '../queries.ts';
import { Section } from '../Section.tsx';
import { accountTexts, usageTexts as texts } from '../texts.ts';
import { HiddenChats } from './HiddenChats.tsx';
import styles from './UsageSection.module.css';

interface UsageSectionProps {
  readonly user: SessionUser;
  readonly formatChat: FormatChat;
  /** Whether they own this computer's service: their plan has no term. */
  readonly isOwner: boolean;
}

/** The plan, what of it is used today, and what it hides [ROLE-021]. */
export function UsageSection({ user, formatChat, isOwner }: UsageSectionProps) {
  const quota = useQuery(accountQueries.quota(user.id));
  if (!quota.data && !quota.error) return null;
  const data = quota.data;
  const isFull = data !== undefined && data.allowed !== null && data.used >= data.allowed;
  return (
    <Section id="plan">
      {quota.error && !data && <p>{texts.unknown}</p>}
      {data && (
        <div className={styles.usage}>
          <p className={styles.plan}>
            <strong>{accountTexts.plans[data.plan]}</strong>
            <span data-figures>
              {data.allowed === null
                ? texts.unlimited(data.used)
                : texts.limited(Math.min(data.used, data.allowed), data.allowed)}
            </span>
          </p>
          {data.allowed !== null && (
            <meter
              className={styles.meter}
              min={0}
              max={Math.max(data.allowed, 1)}
              value={data.used}
              aria-label={texts.meter}
            />
          )}
          {data.allowed !== null && <p className={styles.note}>{isFull ? texts.full : texts.resets}</p>}
          {data.plan !== 'professional' && (
            <p className={styles.note}>
              <Link to={paths.pricing}>{texts.upgrade}</Link>
            </p>
          )}
        </div>
      )}
      {data?.plan === 'professional' && !isOwner && <PlanTerm userId={user.id} />}
      {data && data.plan !== 'professional' && <HiddenChats userId={user.id} formatChat={formatChat} />}
    </Section>
  );
}
