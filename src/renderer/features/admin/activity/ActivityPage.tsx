import { IconShieldCheck, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ActivityEntry } from '../../../../shared/admin/activity.ts';
import { Button } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFollow } from '../data/use-follow.ts';
import { Badge } from '../feedback/Badge.tsx';
import { Listing, Nothing } from '../feedback/Listing.tsx';
import { Moment } from '../feedback/Moment.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { AccountLink } from '../users/AccountLink.tsx';
import { actInWords } from './act-words.ts';
import styles from './ActivityPage.module.css';
import { activityQueries, followedActs } from './data.ts';
import { activityTexts as texts } from './texts.ts';

/** What happens now, followed along; it can be stopped to read in peace [ADMIN-009]. */
export function ActivityPage() {
  const [isLive, setIsLive] = useState(true);
  const recent = useQuery(isLive ? activityQueries.live() : { ...activityQueries.recent(), enabled: false });
  useFollow(isLive ? followedActs : null);
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <Listing query={recent} loading={texts.loading}>
        {({ entries, active_users }) => (
          <>
            <div className={styles.head}>
              <Badge tone={isLive ? 'good' : 'neutral'}>{isLive ? texts.live : texts.paused}</Badge>
              <span>{texts.active(active_users)}</span>
              <Button look="outlined" size="small" onClick={() => setIsLive(!isLive)}>
                {isLive ? texts.pause : texts.resume}
              </Button>
            </div>
            {entries.length === 0 ? (
              <Nothing title={texts.none} text={texts.noneHint} />
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
      </Listing>
    </ConsoleScreen>
  );
}

function Entry({ entry }: { readonly entry: ActivityEntry }) {
  const { kind, at, user_id, user_email, admin_id, admin_email, action_type } = entry;
  const Icon = kind === 'account' ? IconUserPlus : IconShieldCheck;
  return (
    <li className={styles.entry}>
      <Icon size={18} stroke={1.6} aria-hidden className={styles.icon} />
      <p className={styles.words}>
        {kind === 'account' ? (
          <>
            <AccountLink id={user_id} email={user_email} none={texts.somebody} />{' '}
            {action_type === 'account.guest' ? texts.guestCame : texts.came}
          </>
        ) : (
          <>
            <AccountLink
              id={admin_id ?? user_id}
              email={admin_id ? admin_email : user_email}
              none={texts.somebody}
            />{' '}
            {actInWords(action_type) ?? <code>{action_type}</code>}
            {admin_id && user_id && (
              <>
                {' '}
                <AccountLink id={user_id} email={user_email} none="" />
              </>
            )}
          </>
        )}
      </p>
      <span className={styles.at}>
        <Moment at={at} />
      </span>
    </li>
  );
}
