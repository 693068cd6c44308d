import { IconShieldCheck, IconUserPlus } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type ActivityEntry,
  activityReplySchemas,
  type activityRequestSchemas,
} from '../../../../shared/admin/activity.ts';
import { Button } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../feedback/Badge.tsx';
import { DateTime } from '../feedback/DateTime.tsx';
import { EmptyState, QueryView } from '../feedback/QueryView.tsx';
import { defineActions } from '../service/define-actions.ts';
import { useLiveUpdates } from '../service/use-live-updates.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { actionText } from '../logs/action-texts.ts';
import { AccountLink } from '../users/AccountLink.tsx';
import styles from './ActivityPage.module.css';
import { activityTexts as texts } from './texts.ts';

const callActivity = defineActions<typeof activityRequestSchemas, typeof activityReplySchemas>(
  'activity',
  activityReplySchemas,
);

const recentActivity = queryOptions({
  queryKey: ['admin', 'activity'],
  queryFn: () => callActivity('recent', {}),
  staleTime: 0,
});

/** Milliseconds. New accounts and active users cause no realtime event, so they are polled. */
const pollInterval = 10_000;

const updates = {
  name: 'admin-activity',
  tables: ['user_activity_logs'],
  queries: [recentActivity.queryKey],
};

/** The page updates live until the administrator pauses it [ADMIN-009]. */
export function ActivityPage() {
  const [isLive, setIsLive] = useState(true);
  const recent = useQuery({
    ...recentActivity,
    enabled: isLive,
    refetchInterval: isLive ? pollInterval : false,
  });
  useLiveUpdates(isLive ? updates : null);
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <QueryView query={recent} loading={texts.loading}>
        {({ entries, active_users }) => (
          <>
            <div className={styles.head}>
              <Badge tone={isLive ? 'good' : 'neutral'}>{isLive ? texts.live : texts.paused}</Badge>
              <span>{texts.active({ count: active_users })}</span>
              <Button look="outlined" size="small" onClick={() => setIsLive(!isLive)}>
                {isLive ? texts.pause : texts.resume}
              </Button>
            </div>
            {entries.length === 0 ? (
              <EmptyState {...texts.empty} />
            ) : (
              <ol className={styles.feed} aria-label={texts.list}>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
            <p>
              <Link to={`${paths.admin}/logs`}>{texts.toLogs}</Link>
            </p>
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  );
}

function Entry({ entry }: { readonly entry: ActivityEntry }) {
  const { kind, at, user_id, user_email, admin_id, admin_email, action_type, subject } = entry;
  const user = <AccountLink id={user_id} email={user_email} none={texts.someone} />;
  const admin = admin_id ? <AccountLink id={admin_id} email={admin_email} /> : user;
  const Icon = kind === 'account' ? IconUserPlus : IconShieldCheck;
  return (
    <li className={styles.entry}>
      <Icon size={18} stroke={1.6} aria-hidden className={styles.icon} />
      <p className={styles.text}>
        {admin} {actionText(action_type) ?? <code>{action_type}</code>} {admin_id && user_id && user}
        {subject !== null && <span className={styles.subject}>{subject}</span>}
      </p>
      <span className={styles.at}>
        <DateTime at={at} />
      </span>
    </li>
  );
}
