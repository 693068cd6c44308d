import { Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { AdminUser } from '../../../../shared/admin/users.ts';
import { Badge } from '../feedback/Badge.tsx';
import { userTexts as texts } from './texts.ts';
import { accessTones, emailOf, isAdministrator, nameOf, userPath } from './user.ts';
import { useUsersListState } from './users-list-path.ts';
import styles from './UserCells.module.css';

/** The link to the user's page covers the table row. */
export function UserName({ user, isSelf }: { readonly user: AdminUser; readonly isSelf: boolean }) {
  const [name, address] = [nameOf(user), emailOf(user)];
  return (
    <Stack gap={0} miw="11rem">
      <Group gap="xs">
        <Link to={userPath(user.id)} state={useUsersListState()} className={styles.name} dir="auto">
          {name}
        </Link>
        {isSelf && <Badge>{texts.you}</Badge>}
      </Group>
      {address !== name && (
        <Text span inherit c="dimmed">
          {address}
        </Text>
      )}
    </Stack>
  );
}

/** Shows role, access, and what the user must still do. */
export function AccessBadges({ user }: { readonly user: AdminUser }) {
  return (
    <Group gap={4}>
      {isAdministrator(user) && <Badge tone="note">{texts.roles.admin}</Badge>}
      <Badge tone={accessTones[user.access]}>{texts.access[user.access]}</Badge>
      {!user.email_verified && !user.is_guest && <Badge tone="caution">{texts.unverified}</Badge>}
      {user.forced_password_reset && <Badge tone="caution">{texts.mustReset}</Badge>}
    </Group>
  );
}
