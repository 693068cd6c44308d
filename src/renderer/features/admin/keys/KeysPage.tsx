import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AdminApiKey } from '../../../../shared/admin/api-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { DialogText } from '../dialog/ConsoleDialog.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { Badge } from '../feedback/Badge.tsx';
import { DateTime } from '../feedback/DateTime.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import type { TableColumn } from '../table/DataTable.tsx';
import { FilterSelect } from '../table/FilterSelect.tsx';
import { PagedTable } from '../table/PagedTable.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { oneOf, useListParams } from '../table/use-list-params.ts';
import { AccountLink } from '../users/AccountLink.tsx';
import { keyStates, listKeys, useRevokeKey } from './queries.ts';
import { keyTexts as texts } from './texts.ts';

export function KeysPage() {
  const { page, get, set } = useListParams();
  const search = get('search').slice(0, 200);
  const state = oneOf(keyStates, get('state'));
  const keys = useQuery(listKeys(search, state, page));
  const openDialog = useOpenDialog();
  const onSearch = useCallback((text: string) => set({ search: text }), [set]);
  const columns: readonly TableColumn<AdminApiKey>[] = [
    {
      id: 'name',
      header: texts.columns.name,
      cell: ({ name, prefix }) => (
        <Stack gap={0}>
          <Text span inherit fw={560} dir="auto">
            {name}
          </Text>
          <Text component="code" size="xs" c="dimmed" ff="monospace">
            {texts.startsWith({ prefix })}
          </Text>
        </Stack>
      ),
    },
    {
      id: 'owner',
      header: texts.columns.owner,
      cell: ({ user_id, email }) => <AccountLink id={user_id} email={email} />,
    },
    {
      id: 'state',
      header: texts.state,
      cell: ({ revoked_at }) =>
        revoked_at ? <Badge>{texts.states.revoked}</Badge> : <Badge tone="good">{texts.states.live}</Badge>,
    },
    {
      id: 'created',
      header: texts.columns.created,
      cell: ({ created_at }) => <DateTime at={created_at} isDay />,
    },
    {
      id: 'last-used',
      header: texts.columns.lastUsed,
      cell: ({ last_used_at }) => <DateTime at={last_used_at} never={texts.never} />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      cell: (key) =>
        !key.revoked_at && (
          <Button
            look="outlined"
            size="small"
            aria-label={texts.revokeOf({ name: key.name })}
            onClick={() => openDialog(<RevokeDialog apiKey={key} />)}
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
        <FilterSelect
          label={texts.state}
          name="state"
          allText={texts.anyState}
          values={keyStates}
          textOf={(value) => texts.states[value]}
          value={state}
          onChoose={(next) => set({ state: next })}
        />
      </Toolbar>
      <PagedTable
        query={keys}
        rowsOf={(data) => data.keys}
        loading={texts.loading}
        empty={search !== '' || state ? texts.noMatch : texts.empty}
        page={page}
        onPage={(next) => set({ page: next })}
        caption={texts.caption}
        columns={columns}
        keyOf={({ id }) => id}
      />
    </ConsoleScreen>
  );
}

function RevokeDialog({ apiKey }: { readonly apiKey: AdminApiKey }) {
  return (
    <ConfirmDialog
      title={texts.dialogTitle({ name: apiKey.name })}
      confirm={texts.confirm}
      busy={texts.busy}
      action={useRevokeKey()}
      input={apiKey}
      isDangerous
    >
      <DialogText>{texts.dialogText({ owner: apiKey.email ?? apiKey.user_id })}</DialogText>
    </ConfirmDialog>
  );
}
