import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { AdminUser, Restriction } from '../../../../shared/admin/users.ts';
import { Button } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { Address } from '../feedback/Address.tsx';
import { Badge } from '../feedback/Badge.tsx';
import { Facts } from '../feedback/Facts.tsx';
import { Listing } from '../feedback/Listing.tsx';
import { Moment } from '../feedback/Moment.tsx';
import { count, money } from '../format.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { accountTexts as texts } from './account/texts.ts';
import { useUserActs } from './acts/use-user-acts.tsx';
import { UserMenu } from './acts/UserMenu.tsx';
import { useUserForm } from './data/mutations.ts';
import { userQueries } from './data/queries.ts';
import { Standing } from './list/UserCells.tsx';
import { userTexts } from './texts.ts';
import { nameOf, standingTones } from './user.ts';
import styles from './UserPage.module.css';
import { ViewBanner } from './view/ViewBanner.tsx';

const usersPath = `${paths.admin}/users`;

/** One account: what is known about it, what holds it back, and all that can be done with it. */
export function UserPage() {
  const { id = '' } = useParams();
  const account = useQuery(userQueries.one(id));
  const ownId = useSession().user?.id;
  const navigate = useNavigate();
  const acts = useUserActs({
    onDone: (kind) => {
      // The account is gone, and its page with it.
      if (kind === 'delete' || kind === 'merge') void navigate(usersPath);
    },
  });
  const title = account.data ? nameOf(account.data.user) : texts.title;
  return (
    <ConsoleScreen title={title}>
      <ViewBanner />
      <p className={styles.back}>
        <Link to={usersPath}>{texts.back}</Link>
      </p>
      {acts.undoBar}
      <Listing query={account} loading={texts.loading}>
        {({ user, budget, chats, api_keys, sessions, has_second_factor, consents_to_support }) => (
          <>
            <div className={styles.head}>
              <Standing user={user} />
              <UserMenu user={user} isSelf={user.id === ownId} isNamed onAsk={acts.ask} />
            </div>
            <Section title={texts.account}>
              <Facts
                label={texts.account}
                facts={[
                  [
                    userTexts.columns.email,
                    user.email ? <Address key="email" email={user.email} /> : userTexts.guest,
                  ],
                  [userTexts.columns.name, user.name ?? '–'],
                  [texts.id, <code key="id">{user.id}</code>],
                  [userTexts.columns.created, <Moment key="created" at={user.created_at} />],
                  [
                    userTexts.columns.lastSignIn,
                    <Moment key="last" at={user.last_sign_in_at} never={userTexts.never} />,
                  ],
                  [userTexts.columns.plan, planText(user)],
                  [texts.secondFactor, has_second_factor ? texts.yes : texts.no],
                  [texts.sessions, count(sessions)],
                  [texts.apiKeys, count(api_keys)],
                  [texts.chats, count(chats)],
                  [texts.consent, consents_to_support ? texts.consents : texts.doesNot],
                  [userTexts.columns.requests, count(user.requests)],
                ]}
              />
            </Section>
            <Section title={texts.budget}>
              <Facts
                label={texts.budget}
                facts={[
                  [texts.tokens, ofLimit(count(budget.tokens_used), budget.tokens_allowed, count)],
                  [texts.cost, ofLimit(money(budget.cost_used), budget.cost_allowed, money)],
                  [
                    texts.limits,
                    budget.own_tokens === null && budget.own_cost === null
                      ? texts.planLimits
                      : texts.ownLimits,
                  ],
                ]}
              />
            </Section>
            {user.restrictions.length > 0 && (
              <Section title={texts.restrictions}>
                <ul className={styles.restrictions}>
                  {user.restrictions.map((restriction) => (
                    <RestrictionLine key={restriction.id} user={user} restriction={restriction} />
                  ))}
                </ul>
              </Section>
            )}
            <p>
              <Link to={`${paths.admin}/logs?user=${user.id}`}>{texts.logs}</Link>
            </p>
          </>
        )}
      </Listing>
      {acts.dialogs}
    </ConsoleScreen>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

function planText({ plan, plan_ends_at }: AdminUser) {
  const name = userTexts.plans[plan];
  return plan_ends_at ? (
    <>
      {name}, {texts.until} <Moment at={plan_ends_at} isDay />
    </>
  ) : (
    name
  );
}

const ofLimit = (used: string, allowed: number | null, format: (value: number) => string): string =>
  allowed === null ? texts.unlimited(used) : texts.ofLimit(used, format(allowed));

interface RestrictionLineProps {
  readonly user: AdminUser;
  readonly restriction: Restriction;
}

/** What holds the account back for a time, and its end before that [ADMIN-039]. */
function RestrictionLine({ user, restriction }: RestrictionLineProps) {
  const lift = useUserForm('lift', texts.lifted);
  const standing = restriction.restriction_type === 'ban' ? 'banned' : 'restricted';
  return (
    <li className={styles.restriction}>
      <Badge tone={standingTones[standing]}>{userTexts.standings[standing]}</Badge>
      <span className={styles.reason}>
        {restriction.reason ?? texts.noReason}{' '}
        <span className={styles.soft}>
          {texts.until} <Moment at={restriction.expires_at} />
        </span>
      </span>
      <Button
        look="outlined"
        size="small"
        disabled={lift.isPending}
        onClick={() => lift.mutate({ user: user.id, restriction: restriction.id })}
      >
        {texts.lift}
      </Button>
    </li>
  );
}
