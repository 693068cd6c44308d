import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { logReplySchemas, type logRequestSchemas } from '../../../../shared/admin/logs.ts';
import { defineActs } from '../data/define-acts.ts';

export type LogFilter = Omit<z.input<(typeof logRequestSchemas)['list']>, 'page' | 'page_size'>;

/** `POST admin/logs/<action>`. */
export const actOnLogs = defineActs<typeof logRequestSchemas, typeof logReplySchemas>(
  'logs',
  logReplySchemas,
);

export const logQueries = {
  /** A page of the audit log, newest first, 50 entries [ADMIN-047]. */
  list: (filter: LogFilter, page: number) =>
    queryOptions({
      queryKey: ['admin', 'logs', filter, page],
      queryFn: () => actOnLogs('list', { ...filter, page }),
      placeholderData: keepPreviousData,
      // What was just done on another page should be there.
      staleTime: 0,
    }),
};
