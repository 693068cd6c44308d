import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Permission } from '../../../../shared/admin/roles.ts';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../feedback/Badge.tsx';
import { Listing, Nothing } from '../feedback/Listing.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { byTable } from './by-table.ts';
import { roleQueries } from './data.ts';
import styles from './RolesPage.module.css';
import { roleTexts as texts } from './texts.ts';

/** Who has which role, and what each may do, from the rules in force [ADMIN-011]. */
export function RolesPage() {
  const roles = useQuery(roleQueries.list());
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <Listing query={roles} loading={texts.loading}>
        {(data) => (
          <>
            <section className={styles.section}>
              <h2 className={styles.title}>{texts.roles}</h2>
              <ul className={styles.roles}>
                {data.roles.map(({ role, members }) => (
                  <li key={role} className={styles.role}>
                    <strong>{texts.names[role]}</strong>
                    <p className={styles.soft}>{texts.what[role]}</p>
                    <p className={styles.members}>
                      <span>{texts.members(members)}</span>
                      <Link
                        to={`${paths.admin}/users?role=${role}`}
                        aria-label={texts.show(texts.names[role])}
                      >
                        {texts.showShort}
                      </Link>
                    </p>
                  </li>
                ))}
              </ul>
            </section>
            <section className={styles.section}>
              <h2 className={styles.title}>{texts.acts}</h2>
              <p className={styles.soft}>{texts.actsLead}</p>
              <ul className={styles.acts}>
                {data.acts.map(({ name, sentence }) => (
                  <li key={name}>
                    <code>{name}</code> {inWords(sentence)}
                  </li>
                ))}
              </ul>
            </section>
            <Rules permissions={data.permissions} />
          </>
        )}
      </Listing>
    </ConsoleScreen>
  );
}

/** What an act does, without the shape of what it takes and answers, which is meant for those who write code. */
const inWords = (sentence: string): string => sentence.replace(/[:.]?\s*\{[^]*$/, '.');

const columns: readonly Column<Permission>[] = [
  {
    id: 'operation',
    header: texts.columns.operation,
    cell: ({ operation }) => texts.operations[operation],
  },
  {
    id: 'who',
    header: texts.columns.who,
    cell: ({ database_role, names_administrators }) => (
      <span className={styles.who}>
        {database_role === 'anon' ? texts.everybody : texts.signedIn}
        {names_administrators && <Badge tone="note">{texts.administrators}</Badge>}
      </span>
    ),
  },
  { id: 'rule', header: texts.columns.rule, cell: ({ sentence }) => sentence },
];

function Rules({ permissions }: { readonly permissions: readonly Permission[] }) {
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search.toLowerCase());
  const tables = byTable(
    permissions.filter(({ table, sentence }) => `${table}\n${sentence}`.toLowerCase().includes(sought)),
  );
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{texts.rules}</h2>
      <p className={styles.soft}>{texts.rulesLead}</p>
      <SearchField label={texts.search} placeholder={texts.search} value={search} onSearch={setSearch} />
      {tables.length === 0 && <Nothing title={texts.noMatch} />}
      {tables.map(([table, rules]) => (
        <section key={table} className={styles.table}>
          <h3 className={styles.tableName}>
            <code>{table}</code>
          </h3>
          <DataTable
            caption={texts.caption(table)}
            columns={columns}
            rows={rules}
            keyOf={({ operation, database_role, sentence }) => `${operation} ${database_role} ${sentence}`}
          />
        </section>
      ))}
    </section>
  );
}
