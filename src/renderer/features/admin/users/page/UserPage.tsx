import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { AdminUser, Restriction } from '../../../../../shared/admin/users.ts';
import { Button } from '../../../../components/Button.tsx';
import { useSession } from '../../../../lib/session.tsx';
import { Badge } from '../../feedback/Badge.tsx';
import { DateTime } from '../../feedback/DateTime.tsx';
import { QueryView } from '../../feedback/QueryView.tsx';
import { ConsoleScreen, Section } from '../../shell/ConsoleScreen.tsx';
import { useShowUndo } from '../actions/use-show-undo.ts';
import { UserMenu } from '../actions/UserMenu.tsx';
import { useUserChange } from '../mutations.ts';
import { userQueries } from '../queries.ts';
import { userTexts } from '../texts.ts';
import { accessTones, nameOf } from '../user.ts';
import { AccessBadges } from '../UserCells.tsx';
import { useUsersListPath } from '../users-list-path.ts';
import { ViewBanner } from '../view/ViewBanner.tsx';
import { AccountFacts, PlanFacts } from './AccountFacts.tsx';
import { userPageTexts as texts } from './texts.ts';
import { UserAudit } from './UserAudit.tsx';
import { UserSessions } from './UserSessions.tsx';
import { UserUsage } from './UserUsage.tsx';

export function UserPage() {
  const { id = '' } = useParams();
  const account = useQuery(userQueries.one(id));
  const ownId = useSession().user?.id;
  const navigate = useNavigate();
  const usersList = useUsersListPath();
  const showUndo = useShowUndo();
  return (
    <ConsoleScreen
      title={account.data ? nameOf(account.data.user) : texts.title}
      back={<Link to={usersList}>{texts.back}</Link>}
      beside={
        account.data && (
          <>
            <AccessBadges user={account.data.user} />
            <UserMenu
              user={account.data.user}
              isSelf={account.data.user.id === ownId}
              isNamed
              onDone={(action, user) => {
                if (action === 'delete' || action === 'merge') void navigate(usersList);
                else showUndo(action, user);
              }}
            />
          </>
        )
      }
    >
      <ViewBanner />
      <QueryView query={account} loading={texts.loading}>
        {(data) => (
          <>
            {data.user.restrictions.length > 0 && (
              <Section title={texts.suspensions} isCard>
                {data.user.restrictions.map((restriction) => (
                  <Suspension key={restriction.id} user={data.user} restriction={restriction} />
                ))}
              </Section>
            )}
            <AccountFacts account={data} />
            <PlanFacts account={data} />
            <UserUsage usage={data.usage} />
            <UserSessions user={data.user} sessions={data.sessions} isSelf={data.user.id === ownId} />
            <UserAudit id={data.user.id} />
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  );
}

interface SuspensionProps {
  readonly user: AdminUser;
  readonly restriction: Restriction;
}

/** A suspension can be lifted early [ADMIN-039]. */
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
