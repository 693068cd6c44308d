import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AdminApiKey } from '../../../../shared/admin/api-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { dialogTexts } from '../dialog/texts.ts';
import { type OpenedDialog, useDialog } from '../dialog/use-dialog.ts';
import { Badge } from '../feedback/Badge.tsx';
import { Listing, Nothing } from '../feedback/Listing.tsx';
import { Moment } from '../feedback/Moment.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Pager } from '../table/Pager.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { oneOf, useListAddress } from '../table/use-list-address.ts';
import { AccountLink } from '../users/AccountLink.tsx';
import { keyQueries, useRevokeKey } from './data.ts';
import styles from './KeysPage.module.css';
import { keyTexts as texts } from './texts.ts';

const states = ['live', 'revoked'] as const;
const any = 'any';

/** Users' keys of the developer API: whose, since when, used when, and their end [ADMIN-014]. */
export function KeysPage() {
  const { page, get, set } = useListAddress();
  const search = get('search').slice(0, 200);
  const state = oneOf(states, get('state'));
  const keys = useQuery(keyQueries.list({ search, state, page }));
  const revoking = useDialog<AdminApiKey>();
  const onSearch = useCallback((text: string) => set({ search: text }), [set]);
  const isFiltered = search !== '' || state !== undefined;
  const columns: readonly Column<AdminApiKey>[] = [
    {
      id: 'name',
      header: texts.columns.name,
      cell: ({ name, prefix }) => (
        <span className={styles.key}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <code>{prefix}…</code>
        </span>
      ),
    },
    {
      id: 'owner',
      header: texts.columns.owner,
      cell: ({ user_id, email }) => <AccountLink id={user_id} email={email} none={texts.nobody} />,
    },
    {
      id: 'state',
      header: texts.columns.state,
      cell: ({ revoked_at }) =>
        revoked_at ? <Badge>{texts.states.revoked}</Badge> : <Badge tone="good">{texts.states.live}</Badge>,
    },
    {
      id: 'created',
      header: texts.columns.created,
      cell: ({ created_at }) => <Moment at={created_at} isDay />,
    },
    {
      id: 'last-used',
      header: texts.columns.lastUsed,
      cell: ({ last_used_at }) => <Moment at={last_used_at} never={texts.never} />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      cell: (key) =>
        !key.revoked_at && (
          <Button
            look="outlined"
            size="small"
            aria-label={texts.revokeOf(key.name)}
            onClick={() => revoking.open(key)}
          >
            {texts.revoke}
          </Button>
        ),
    },
  ];
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <Toolbar>
        <SearchField label={texts.search} placeholder={texts.searchHint} value={search} onSearch={onSearch} />
        <SelectField
          label={texts.state}
          name="state"
          options={[
            { value: any, label: texts.anyState },
            ...states.map((value) => ({ value, label: texts.states[value] })),
          ]}
          value={state ?? any}
          onChoose={(next) => set({ state: next === any ? null : next })}
        />
      </Toolbar>
      <Listing query={keys} loading={texts.loading}>
        {(data) => (
          <>
            {data.keys.length === 0 ? (
              <Nothing
                title={isFiltered ? texts.noMatch : texts.none}
                text={isFiltered ? texts.noMatchHint : texts.noneHint}
              />
            ) : (
              <DataTable
                caption={texts.caption}
                columns={columns}
                rows={data.keys}
                keyOf={({ id }) => id}
                isStale={keys.isPlaceholderData}
              />
            )}
            <Pager
              page={page}
              shown={data.keys.length}
              total={data.total}
              isTotalExact={data.total_is_exact}
              onPage={(next) => set({ page: next })}
            />
          </>
        )}
      </Listing>
      {revoking.opened && (
        <RevokeDialog
          key={revoking.opened.opening}
          opened={revoking.opened}
          onClose={revoking.close}
          onGone={revoking.gone}
        />
      )}
    </ConsoleScreen>
  );
}

interface RevokeDialogProps {
  readonly opened: OpenedDialog<AdminApiKey>;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

function RevokeDialog({ opened: { subject: key, isOpen }, onClose, onGone }: RevokeDialogProps) {
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      title={texts.dialogTitle(key.name)}
      isOpen={isOpen}
      confirm={texts.confirm}
      busy={texts.busy}
      cancel={dialogTexts.cancel}
      isBusy={revoke.isPending}
      isDangerous
      error={revoke.error}
      onConfirm={() => revoke.mutate(key, { onSuccess: onClose })}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.dialogText(key.email ?? key.user_id)}</DialogText>
    </ConfirmDialog>
  );
}
