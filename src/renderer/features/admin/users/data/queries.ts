import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { UserFilter, UserSort } from '../../../../../shared/admin/users.ts';
import { actOnUsers } from './act-on-users.ts';

export interface UsersQuestion {
  readonly filter: UserFilter;
  readonly sort: UserSort;
  readonly isDescending: boolean;
  /** From 1. */
  readonly page: number;
}

/** Every question about accounts: key, call and type together. */
export const userQueries = {
  all: () => ['admin', 'users'] as const,

  lists: () => [...userQueries.all(), 'list'] as const,

  /** A page of the list; the rows before it stay on screen until it has come. */
  list: ({ filter, sort, isDescending, page }: UsersQuestion) =>
    queryOptions({
      queryKey: [...userQueries.lists(), filter, sort, isDescending, page],
      queryFn: () => actOnUsers('list', { ...filter, sort, direction: isDescending ? 'desc' : 'asc', page }),
      placeholderData: keepPreviousData,
    }),

  /**
   * One account with its figures. The log and the person are told of each look, so none happens because somebody comes
   * back to the window.
   */
  one: (id: string) =>
    queryOptions({
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      queryKey: [...userQueries.all(), 'one', id],
      queryFn: () => actOnUsers('show', { user: id }),
    }),

  /** Bulk operations, newest first. */
  operations: () =>
    queryOptions({
      queryKey: [...userQueries.all(), 'operations'],
      queryFn: async () => (await actOnUsers('bulk-list', {})).operations,
    }),

  /** What merging would move. Asked anew each time: it is true for a moment only. */
  mergePreview: (source: string, target: string) =>
    queryOptions({
      queryKey: [...userQueries.all(), 'merge', source, target],
      queryFn: () => actOnUsers('merge-preview', { source, target }),
      staleTime: 0,
      retry: false,
    }),

  /** The view of an account that is open, ours. */
  openView: () =>
    queryOptions({
      queryKey: [...userQueries.all(), 'open-view'],
      queryFn: () => actOnUsers('current-impersonation', {}),
    }),
};
