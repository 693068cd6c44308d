import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type Permission,
  type RoleEntry,
  roleReplySchemas,
  type roleRequestSchemas,
} from '../../../../shared/admin/roles.ts';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../feedback/Badge.tsx';
import { EmptyState, QueryView } from '../feedback/QueryView.tsx';
import { defineActions } from '../service/define-actions.ts';
import { ConsoleScreen, Section } from '../shell/ConsoleScreen.tsx';
import { type TableColumn, DataTable } from '../table/DataTable.tsx';
import { SearchField } from '../table/SearchField.tsx';
import styles from './RolesPage.module.css';
import { roleTexts as texts } from './texts.ts';

const callRoles = defineActions<typeof roleRequestSchemas, typeof roleReplySchemas>(
  'roles',
  roleReplySchemas,
);

/** The short table of roles comes first. The exact rules that the database enforces are collapsed [ADMIN-011]. */
export function RolesPage() {
  const roles = useQuery({ queryKey: ['admin', 'roles'], queryFn: () => callRoles('list', {}) });
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <QueryView query={roles} loading={texts.loading}>
        {(data) => (
          <>
            <Section title={texts.roles}>
              <DataTable
                caption={texts.roles}
                columns={roleColumns}
                rows={data.roles}
                keyOf={({ role }) => role}
              />
            </Section>
            <Collapsible title={texts.actionCount({ count: data.acts.length })} note={texts.actionsNote}>
              <ul className={styles.actions}>
                {data.acts.map(({ name, sentence }) => (
                  <li key={name}>
                    <code>{name}</code> {withoutTypes(sentence)}
                  </li>
                ))}
              </ul>
            </Collapsible>
            <Rules permissions={data.permissions} />
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  );
}

interface CollapsibleProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

/** Collapsed, because few people read it. The browser's search can open it. */
function Collapsible({ title, note, children }: CollapsibleProps) {
  return (
    <details className={styles.folded}>
      <summary>
        <h2>{title}</h2>
        <p>{note}</p>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}

const roleColumns: readonly TableColumn<RoleEntry>[] = [
  { id: 'role', header: texts.roleColumns.role, cell: ({ role }) => <strong>{texts.names[role]}</strong> },
  { id: 'allows', header: texts.roleColumns.allows, cell: ({ role }) => texts.descriptions[role] },
  {
    id: 'members',
    header: texts.roleColumns.members,
    cell: ({ role, members }) => (
      <Link
        to={`${paths.admin}/users?role=${role}`}
        aria-label={texts.membersOf({
          members: texts.members({ count: members }),
          role: texts.names[role],
        })}
      >
        {texts.members({ count: members })}
      </Link>
    ),
  },
];

/** Removes the types of the request and the response, which only developers need. */
const withoutTypes = (sentence: string): string => sentence.replace(/[:.]?\s*\{[^]*$/, '.');

const columns: readonly TableColumn<Permission>[] = [
  {
    id: 'operation',
    header: texts.columns.operation,
    cell: ({ operation }) => texts.operations[operation],
  },
  {
    id: 'who',
    header: texts.columns.who,
    cell: ({ database_role, names_administrators }) => (
      <Group gap="xs">
        {database_role === 'anon' ? texts.everyone : texts.signedIn}
        {names_administrators && <Badge tone="note">{texts.administrators}</Badge>}
      </Group>
    ),
  },
  { id: 'rule', header: texts.columns.rule, cell: ({ sentence }) => sentence },
];

function Rules({ permissions }: { readonly permissions: readonly Permission[] }) {
  const [search, setSearch] = useState('');
  const term = useDeferredValue(search.toLowerCase());
  const matching = permissions.filter(({ table, sentence }) =>
    `${table}\n${sentence}`.toLowerCase().includes(term),
  );
  const tables = [...Map.groupBy(matching, ({ table }) => table)].toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <Collapsible title={texts.ruleCount({ count: permissions.length })} note={texts.rulesNote}>
      <SearchField label={texts.search} placeholder={texts.search} value={search} onSearch={setSearch} />
      {tables.length === 0 && <EmptyState title={texts.noMatch} />}
      {tables.map(([table, rules]) => (
        <section key={table} className={styles.table}>
          <h3>
            <code>{table}</code>
          </h3>
          <DataTable
            caption={texts.caption({ table })}
            columns={columns}
            rows={rules}
            keyOf={({ operation, database_role, sentence }) => `${operation} ${database_role} ${sentence}`}
          />
        </section>
      ))}
    </Collapsible>
  );
}
