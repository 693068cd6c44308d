import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminUser } from '../../../../shared/admin/users.ts';
import { Button } from '../../../components/Button.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { useSession } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { useDialog } from '../dialog/use-dialog.ts';
import { Listing, Nothing } from '../feedback/Listing.tsx';
import { Moment } from '../feedback/Moment.tsx';
import { count } from '../format.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Pager } from '../table/Pager.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { useUserActs } from './acts/use-user-acts.tsx';
import { UserMenu } from './acts/UserMenu.tsx';
import { BulkBar } from './bulk/BulkBar.tsx';
import { BulkRuns } from './bulk/BulkRuns.tsx';
import { CreateUserDialog } from './create/CreateUserDialog.tsx';
import { userQueries } from './data/queries.ts';
import { Person, Standing } from './list/UserCells.tsx';
import { UserFilters } from './list/UserFilters.tsx';
import { useUsersQuestion } from './list/use-users-question.ts';
import { userTexts as texts } from './texts.ts';
import { nameOf } from './user.ts';
import { ViewBanner } from './view/ViewBanner.tsx';

/** All accounts: found, looked at and acted on, one or many at a time [ADMIN-010, ADMIN-029]. */
export function UsersPage() {
  const { question, isFiltered, set } = useUsersQuestion();
  const users = useQuery(userQueries.list(question));
  const ownId = useSession().user?.id;
  const acts = useUserActs();
  const create = useDialog<null>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { error } = users;
  useEffect(() => {
    if (error) showToast({ title: texts.fetchFailed, message: sentenceOf(error), variant: 'destructive' });
  }, [error]);

  const columns: readonly Column<AdminUser>[] = [
    {
      id: 'person',
      header: texts.columns.person,
      sortBy: 'email',
      cell: (user) => <Person user={user} isSelf={user.id === ownId} />,
    },
    { id: 'standing', header: texts.columns.standing, cell: (user) => <Standing user={user} /> },
    { id: 'plan', header: texts.columns.plan, cell: ({ plan }) => texts.plans[plan] },
    {
      id: 'requests',
      header: texts.columns.requests,
      isNumber: true,
      cell: ({ requests }) => count(requests),
    },
    {
      id: 'created',
      header: texts.columns.created,
      sortBy: 'created_at',
      cell: ({ created_at }) => <Moment at={created_at} isDay />,
    },
    {
      id: 'last-sign-in',
      header: texts.columns.lastSignIn,
      sortBy: 'last_sign_in_at',
      cell: ({ last_sign_in_at }) => <Moment at={last_sign_in_at} never={texts.never} isDay />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      cell: (user) => <UserMenu user={user} isSelf={user.id === ownId} onAsk={acts.ask} />,
    },
  ];

  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <ViewBanner />
      <BulkRuns />
      {acts.undoBar}
      <Toolbar actions={<Button onClick={() => create.open(null)}>{texts.create}</Button>}>
        <UserFilters filter={question.filter} onChange={set} />
      </Toolbar>
      <Listing query={users} loading={texts.loading}>
        {(data) => (
          <>
            <BulkBar
              // Who means all that match one filter does not mean all that match the next one.
              key={JSON.stringify(question.filter)}
              selected={selected}
              filter={isFiltered ? question.filter : null}
              total={data.total}
              isTotalExact={data.total_is_exact}
              isStale={users.isPlaceholderData}
              onClear={() => setSelected(new Set())}
            />
            {data.users.length === 0 ? (
              <Nothing
                title={isFiltered ? texts.noMatch : texts.none}
                {...(isFiltered && { text: texts.noMatchHint })}
              />
            ) : (
              <DataTable
                caption={texts.caption}
                columns={columns}
                rows={data.users}
                keyOf={({ id }) => id}
                isStale={users.isPlaceholderData}
                sort={{ by: question.sort, isDescending: question.isDescending }}
                onSort={({ by, isDescending }) => set({ sort: by, direction: isDescending ? 'desc' : 'asc' })}
                selection={{
                  keys: selected,
                  nameOf,
                  isFixed: ({ id }) => id === ownId,
                  onChange: setSelected,
                }}
              />
            )}
            <Pager
              page={question.page}
              shown={data.users.length}
              total={data.total}
              isTotalExact={data.total_is_exact}
              onPage={(page) => set({ page })}
            />
          </>
        )}
      </Listing>
      {acts.dialogs}
      {create.opened && (
        <CreateUserDialog
          key={create.opened.opening}
          isOpen={create.opened.isOpen}
          onClose={create.close}
          onGone={create.gone}
        />
      )}
    </ConsoleScreen>
  );
}
