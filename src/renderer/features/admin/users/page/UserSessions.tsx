import type { AdminUser, UserSession } from '../../../../../shared/admin/users.ts';
import { Button } from '../../../../components/Button.tsx';
import { deviceName } from '../../../../lib/device-name.ts';
import { DateTime } from '../../feedback/DateTime.tsx';
import { EmptyState } from '../../feedback/QueryView.tsx';
import { Section } from '../../shell/ConsoleScreen.tsx';
import { type TableColumn, DataTable } from '../../table/DataTable.tsx';
import { useEndSession } from '../mutations.ts';
import { userSessionTexts as texts } from './texts.ts';

/** The service lists at most this many sessions. */
const maxListed = 100;

interface UserSessionsProps {
  readonly user: AdminUser;
  readonly sessions: readonly UserSession[];
  /** True for the administrator's own account, whose sessions are in its settings. */
  readonly isSelf: boolean;
}

/** Administrators can end a session, for example on a lost device. */
export function UserSessions({ user, sessions, isSelf }: UserSessionsProps) {
  const columns: readonly TableColumn<UserSession>[] = [
    { id: 'device', header: texts.device, cell: deviceOf },
    { id: 'started', header: texts.started, cell: ({ created_at }) => <DateTime at={created_at} /> },
    {
      id: 'last-active',
      header: texts.lastActive,
      cell: ({ last_active_at }) => <DateTime at={last_active_at} />,
    },
  ];
  const withActions: readonly TableColumn<UserSession>[] = [
    ...columns,
    {
      id: 'actions',
      header: texts.actions,
      cell: (session) => <EndSession user={user} session={session} />,
    },
  ];
  const notes = [
    sessions.length > 0 && texts.count({ count: sessions.length }),
    sessions.length === maxListed && texts.most,
    isSelf && texts.own,
  ];
  return (
    <Section title={texts.title} note={notes.filter(Boolean).join(' ')}>
      {sessions.length === 0 ? (
        <EmptyState {...texts.empty} />
      ) : (
        <DataTable
          caption={texts.caption}
          columns={isSelf ? columns : withActions}
          rows={sessions}
          keyOf={({ id }) => id}
        />
      )}
    </Section>
  );
}

const deviceOf = ({ user_agent }: UserSession): string => deviceName(user_agent) ?? texts.unknownDevice;

function EndSession({ user, session }: { readonly user: AdminUser; readonly session: UserSession }) {
  const device = deviceOf(session);
  const end = useEndSession(texts.ended({ device }));
  return (
    <Button
      look="outlined"
      size="small"
      aria-label={texts.endOf({ device })}
      disabled={end.isPending}
      onClick={() => end.mutate({ user: user.id, session: session.id })}
    >
      {texts.end}
    </Button>
  );
}
