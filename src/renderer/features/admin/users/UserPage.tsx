import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { AdminUser, Restriction } from '../../../../shared/admin/users.ts';
import { Button } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { Badge } from '../feedback/Badge.tsx';
import { DateTime } from '../feedback/DateTime.tsx';
import { EmailAddress } from '../feedback/EmailAddress.tsx';
import { Facts } from '../feedback/Facts.tsx';
import { QueryView } from '../feedback/QueryView.tsx';
import { count, money } from '../format.ts';
import { ConsoleScreen, Section } from '../shell/ConsoleScreen.tsx';
import { adminTexts } from '../texts.ts';
import { useUndoBar } from './actions/use-undo-bar.tsx';
import { UserMenu } from './actions/UserMenu.tsx';
import { useUserChange } from './mutations.ts';
import { userQueries } from './queries.ts';
import { userPageTexts as texts, userTexts } from './texts.ts';
import { accessTones, nameOf, usersPath } from './user.ts';
import { AccessBadges } from './UserCells.tsx';
import { ViewBanner } from './view/ViewBanner.tsx';

/** One account with all actions on it. */
export function UserPage() {
  const { id = '' } = useParams();
  const account = useQuery(userQueries.one(id));
  const ownId = useSession().user?.id;
  const navigate = useNavigate();
  const { undoBar, showUndo } = useUndoBar();
  const { columns } = userTexts;
  return (
    <ConsoleScreen title={account.data ? nameOf(account.data.user) : texts.title}>
      <ViewBanner />
      <Text size="sm">
        <Link to={usersPath}>{texts.back}</Link>
      </Text>
      {undoBar}
      <QueryView query={account} loading={texts.loading}>
        {({ user, budget, chats, api_keys, sessions, has_second_factor, consents_to_support }) => (
          <>
            <Group justify="space-between" wrap="nowrap">
              <AccessBadges user={user} />
              <UserMenu
                user={user}
                isSelf={user.id === ownId}
                isNamed
                onDone={(action) => {
                  if (action === 'delete' || action === 'merge') void navigate(usersPath);
                  else showUndo(action, user);
                }}
              />
            </Group>
            <Section title={texts.account} isCard>
              <Facts
                label={texts.account}
                facts={[
                  [
                    columns.email,
                    user.email ? <EmailAddress key="email" email={user.email} /> : userTexts.guest,
                  ],
                  [columns.name, user.name ?? adminTexts.none],
                  [texts.id, <code key="id">{user.id}</code>],
                  [columns.created, <DateTime key="created" at={user.created_at} />],
                  [
                    columns.lastSignIn,
                    <DateTime key="last" at={user.last_sign_in_at} never={userTexts.never} />,
                  ],
                  [columns.plan, planText(user)],
                  [texts.secondFactor, has_second_factor ? texts.on : texts.off],
                  [texts.sessions, count(sessions)],
                  [texts.apiKeys, count(api_keys)],
                  [texts.chats, count(chats)],
                  [texts.consent, consents_to_support ? texts.yes : texts.no],
                  [columns.requests, count(user.requests)],
                ]}
              />
            </Section>
            <Section title={texts.budget} isCard>
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
              <Section title={texts.suspensions} isCard>
                {user.restrictions.map((restriction) => (
                  <Suspension key={restriction.id} user={user} restriction={restriction} />
                ))}
              </Section>
            )}
            <p>
              <Link to={`${paths.admin}/logs?user=${user.id}`}>{texts.logs}</Link>
            </p>
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  );
}

function planText({ plan, plan_ends_at }: AdminUser) {
  const name = userTexts.plans[plan];
  return plan_ends_at ? (
    <>
      {texts.planUntil({ plan: name })} <DateTime at={plan_ends_at} isDay />
    </>
  ) : (
    name
  );
}

const ofLimit = (used: string, allowed: number | null, format: (value: number) => string): string =>
  allowed === null ? texts.unlimited({ used }) : texts.ofLimit({ used, allowed: format(allowed) });

interface SuspensionProps {
  readonly user: AdminUser;
  readonly restriction: Restriction;
}

/** A temporary ban or restriction, which can be lifted early [ADMIN-039]. */
function Suspension({ user, restriction }: SuspensionProps) {
  const lift = useUserChange('lift', texts.lifted);
  const access = restriction.restriction_type === 'ban' ? 'banned' : 'restricted';
  return (
    <Group gap="sm">
      <Badge tone={accessTones[access]}>{userTexts.access[access]}</Badge>
      <Text size="sm" flex="1 1 14rem">
        {restriction.reason ?? texts.noReason}{' '}
        <Text span c="dimmed">
          {texts.until} <DateTime at={restriction.expires_at} />
        </Text>
      </Text>
      <Button
        look="outlined"
        size="small"
        disabled={lift.isPending}
        onClick={() => lift.mutate({ user: user.id, restriction: restriction.id })}
      >
        {texts.lift}
      </Button>
    </Group>
  );
}
