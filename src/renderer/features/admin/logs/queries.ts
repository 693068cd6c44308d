import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { logReplySchemas, type logRequestSchemas } from '../../../../shared/admin/logs.ts';
import { defineActions } from '../service/define-actions.ts';

export const callLogs = defineActions<typeof logRequestSchemas, typeof logReplySchemas>(
  'logs',
  logReplySchemas,
);

export type LogFilter = Omit<z.input<(typeof logRequestSchemas)['list']>, 'page' | 'page_size'>;

export const logPage = (filter: LogFilter, page: number) =>
  queryOptions({
    queryKey: ['admin', 'logs', filter, page],
    queryFn: () => callLogs('list', { ...filter, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
