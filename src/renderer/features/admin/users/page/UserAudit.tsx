import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../../../lib/paths.ts';
import { EmptyState, QueryView } from '../../feedback/QueryView.tsx';
import { accountLogColumns, logDetails } from '../../logs/log-columns.tsx';
import { Section } from '../../shell/ConsoleScreen.tsx';
import { DataTable } from '../../table/DataTable.tsx';
import { userQueries } from '../queries.ts';
import { userAuditTexts as texts } from './texts.ts';

export function UserAudit({ id }: { readonly id: string }) {
  const log = useQuery(userQueries.log(id));
  return (
    <Section title={texts.title} note={texts.note}>
      <QueryView query={log} loading={texts.loading}>
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState {...texts.empty} />
          ) : (
            <DataTable
              caption={texts.caption}
              columns={accountLogColumns}
              details={logDetails}
              rows={entries}
              keyOf={(entry) => entry.id}
              isStale={log.isPlaceholderData}
            />
          )
        }
      </QueryView>
      <p>
        <Link to={`${paths.admin}/logs?user=${id}`}>{texts.all}</Link>
      </p>
    </Section>
  );
}
