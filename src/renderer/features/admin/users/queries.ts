import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { UserFilter, UserSort } from '../../../../shared/admin/users.ts';
import { callLogs } from '../logs/queries.ts';
import { callUsers } from './call-users.ts';

export interface UserListRequest {
  readonly filter: UserFilter;
  readonly sort: UserSort;
  readonly isDescending: boolean;
  readonly page: number;
}

export const userQueries = {
  all: () => ['admin', 'users'] as const,

  list: ({ filter, sort, isDescending, page }: UserListRequest) =>
    queryOptions({
      queryKey: [...userQueries.all(), 'list', filter, sort, isDescending, page],
      queryFn: () => callUsers('list', { ...filter, sort, direction: isDescending ? 'desc' : 'asc', page }),
      placeholderData: keepPreviousData,
    }),

  /**
   * The service logs each request and shows it to the user, so focusing the window or reconnecting must not
   * send another one.
   */
  one: (id: string) =>
    queryOptions({
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      queryKey: [...userQueries.all(), 'one', id],
      queryFn: () => callUsers('show', { user: id }),
    }),

  log: (id: string) =>
    queryOptions({
      queryKey: [...userQueries.all(), 'log', id],
      queryFn: () => callLogs('list', { user: id, page_size: 10 }),
    }),

  operations: () =>
    queryOptions({
      queryKey: [...userQueries.all(), 'operations'],
      queryFn: async () => (await callUsers('bulk-list', {})).operations,
    }),

  /** This query is never cached, because the account may change. */
  mergePreview: (source: string, target: string) =>
    queryOptions({
      queryKey: [...userQueries.all(), 'merge', source, target],
      queryFn: () => callUsers('merge-preview', { source, target }),
      staleTime: 0,
      retry: false,
    }),

  openView: () =>
    queryOptions({
      queryKey: [...userQueries.all(), 'open-view'],
      queryFn: () => callUsers('current-impersonation', {}),
    }),
};
