import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { usersPath } from './user.ts';

const stateSchema = z.object({ usersSearch: z.string().startsWith('?') });

/**
 * Returns the navigation state for links from the list to an account. The account's page uses it to link back to the
 * list with the same filters.
 */
export function useUsersListState() {
  const { search } = useLocation();
  return search === '' ? null : { usersSearch: search };
}

/** Returns the list's path with the filters from which the account was opened. */
export function useUsersListPath(): string {
  const { data } = stateSchema.safeParse(useLocation().state);
  return `${usersPath}${data?.usersSearch ?? ''}`;
}
