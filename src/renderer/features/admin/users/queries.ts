import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { UserFilter, UserSort } from '../../../../shared/admin/users.ts';
import { callLogs } from '../logs/queries.ts';
import { callUsers } from './call-users.ts';

export interface UserListRequest {
  readonly filter: UserFilter;
  readonly sort: UserSort;
  readonly isDescending: boolean;
  /** From 1. */
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

  /** Each request is logged and shown to the user, so returning to the window must not cause another one. */
  one: (id: string) =>
    queryOptions({
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      queryKey: [...userQueries.all(), 'one', id],
      queryFn: () => callUsers('show', { user: id }),
    }),

  /** The latest log entries about an account. */
  log: (id: string) =>
    queryOptions({
      queryKey: [...userQueries.all(), 'log', id],
      queryFn: () => callLogs('list', { user: id, page_size: 10 }),
    }),

  /** Bulk operations, newest first. */
  operations: () =>
    queryOptions({
      queryKey: [...userQueries.all(), 'operations'],
      queryFn: async () => (await callUsers('bulk-list', {})).operations,
    }),

  /** What a merge would move; never cached, because it changes. */
  mergePreview: (source: string, target: string) =>
    queryOptions({
      queryKey: [...userQueries.all(), 'merge', source, target],
      queryFn: () => callUsers('merge-preview', { source, target }),
      staleTime: 0,
      retry: false,
    }),

  /** The administrator's open view of an account. */
  openView: () =>
    queryOptions({
      queryKey: [...userQueries.all(), 'open-view'],
      queryFn: () => callUsers('current-impersonation', {}),
    }),
};
