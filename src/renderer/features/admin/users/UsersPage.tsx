import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminUser } from '../../../../shared/admin/users.ts';
import { Button } from '../../../components/Button.tsx';
import { failureMessage } from '../../../lib/invoke.ts';
import { useSession } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { DateTime } from '../feedback/DateTime.tsx';
import { formatCount } from '../format.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { CsvButton } from '../table/CsvButton.tsx';
import type { TableColumn } from '../table/DataTable.tsx';
import { PagedTable } from '../table/PagedTable.tsx';
import { SavedViews } from '../table/SavedViews.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { CreateUserDialog } from './actions/CreateUserDialog.tsx';
import { useShowUndo } from './actions/use-show-undo.ts';
import { UserMenu } from './actions/UserMenu.tsx';
import { BulkBar } from './bulk/BulkBar.tsx';
import { BulkOperations } from './bulk/BulkOperations.tsx';
import { callUsers } from './call-users.ts';
import { userQueries } from './queries.ts';
import { userTexts as texts } from './texts.ts';
import { nameOf } from './user.ts';
import { AccessBadges, UserName } from './UserCells.tsx';
import { UserFilters, useUserListParams } from './UserFilters.tsx';
import { ViewBanner } from './view/ViewBanner.tsx';
import { createTexts } from './actions/texts.ts';

export function UsersPage() {
  const { request, isFiltered, set } = useUserListParams();
  const users = useQuery(userQueries.list(request));
  const ownId = useSession().user?.id;
  const showUndo = useShowUndo();
  const openDialog = useOpenDialog();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { error } = users;
  useEffect(() => {
    if (error)
      showToast({ title: texts.fetchFailed, message: failureMessage(error), variant: 'destructive' });
  }, [error]);

  const columns: readonly TableColumn<AdminUser>[] = [
    {
      id: 'user',
      header: texts.columns.user,
      sortBy: 'email',
      cell: (user) => <UserName user={user} isSelf={user.id === ownId} />,
    },
    { id: 'access', header: texts.columns.access, cell: (user) => <AccessBadges user={user} /> },
    { id: 'plan', header: texts.columns.plan, cell: ({ plan }) => texts.plans[plan] },
    {
      id: 'requests',
      header: texts.columns.requests,
      isNumber: true,
      cell: ({ requests }) => formatCount(requests),
    },
    {
      id: 'created',
      header: texts.columns.created,
      sortBy: 'created_at',
      cell: ({ created_at }) => <DateTime at={created_at} isDay />,
    },
    {
      id: 'last-sign-in',
      header: texts.columns.lastSignIn,
      sortBy: 'last_sign_in_at',
      cell: ({ last_sign_in_at }) => <DateTime at={last_sign_in_at} never={texts.never} isDay />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      cell: (user) => <UserMenu user={user} isSelf={user.id === ownId} onDone={showUndo} />,
    },
  ];

  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <ViewBanner />
      <BulkOperations />
      <Toolbar
        actions={
          <>
            <CsvButton onExport={() => callUsers('export', request.filter)} />
            <Button onClick={() => openDialog(<CreateUserDialog />)}>{createTexts.save}</Button>
          </>
        }
      >
        <UserFilters filter={request.filter} onChange={set} />
      </Toolbar>
      <SavedViews page="users" />
      <PagedTable
        query={users}
        rowsOf={(data) => data.users}
        loading={texts.loading}
        empty={isFiltered ? texts.noMatch : texts.empty}
        page={request.page}
        onPage={(page) => set({ page })}
        above={({ total, total_is_exact, guests }) => (
          <>
            {guests !== null && (
              <Text size="sm" c="dimmed">
                {texts.total({
                  people: texts.people({ count: total - guests }),
                  guests: texts.guests({ count: guests }),
                })}
              </Text>
            )}
            <BulkBar
              // A new filter resets "All that match".
              key={JSON.stringify(request.filter)}
              selected={selected}
              filter={isFiltered ? request.filter : null}
              total={total}
              isTotalExact={total_is_exact}
              isStale={users.isPlaceholderData}
              onClear={() => setSelected(new Set())}
            />
          </>
        )}
        caption={texts.caption}
        columns={columns}
        keyOf={({ id }) => id}
        sort={{ by: request.sort, isDescending: request.isDescending }}
        onSort={({ by, isDescending }) => set({ sort: by, direction: isDescending ? 'desc' : 'asc' })}
        selection={{
          keys: selected,
          nameOf,
          isLocked: ({ id }) => id === ownId,
          onChange: setSelected,
        }}
      />
    </ConsoleScreen>
  );
}
