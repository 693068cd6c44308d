import { Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/Button.tsx';
import { type EmptyNote, EmptyState, QueryView } from '../feedback/QueryView.tsx';
import { tableTexts as texts } from '../texts.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';

/** The service's default page size [ADMIN-047]. */
const pageSize = 50;

interface Page {
  readonly total: number;
  readonly total_is_exact: boolean;
}

interface PagedTableProps<Data extends Page, Row> extends Omit<DataTableProps<Row>, 'rows' | 'isStale'> {
  readonly query: UseQueryResult<Data>;
  readonly rowsOf: (data: Data) => readonly Row[];
  readonly loading: string;
  readonly empty: EmptyNote;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly above?: (data: Data) => ReactNode;
}

/** The service returns one page of rows at a time. */
export function PagedTable<Data extends Page, Row>({
  query,
  rowsOf,
  loading,
  empty,
  page,
  onPage,
  above,
  ...table
}: PagedTableProps<Data, Row>) {
  return (
    <QueryView query={query} loading={loading}>
      {(data) => {
        const rows = rowsOf(data);
        return (
          <>
            {above?.(data)}
            {rows.length === 0 ? (
              <EmptyState {...empty} />
            ) : (
              <DataTable {...table} rows={rows} isStale={query.isPlaceholderData} />
            )}
            <Pager page={page} rows={rows.length} data={data} onPage={onPage} />
          </>
        );
      }}
    </QueryView>
  );
}

interface PagerProps {
  readonly page: number;
  readonly rows: number;
  readonly data: Page;
  readonly onPage: (page: number) => void;
}

function Pager({ page, rows, data: { total, total_is_exact: isExact }, onPage }: PagerProps) {
  const before = (page - 1) * pageSize;
  const isLast = isExact ? before + rows >= total : rows < pageSize;
  const isOnly = page === 1 && isLast;
  if (isOnly && rows === 0) return null;
  return (
    <Group component="nav" justify="space-between" mih="2rem" c="dimmed" fz="sm" aria-label={texts.pages}>
      <output>
        {(isExact ? texts.range : texts.rangeOfMore)({
          first: rows === 0 ? 0 : before + 1,
          last: before + rows,
          total,
        })}
      </output>
      {!isOnly && (
        <Group gap="xs">
          <Button look="outlined" size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {texts.previous}
          </Button>
          <Button look="outlined" size="small" disabled={isLast} onClick={() => onPage(page + 1)}>
            {texts.next}
          </Button>
        </Group>
      )}
    </Group>
  );
}
