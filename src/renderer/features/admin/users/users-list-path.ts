import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { usersPath } from './user.ts';

const stateSchema = z.object({ usersSearch: z.string().startsWith('?') });

/** State for links from the list to an account, so that the page can link back to the same filters and page. */
export function useUsersListState() {
  const { search } = useLocation();
  return search === '' ? null : { usersSearch: search };
}

/** The list of users as it was when the account was opened from it. */
export function useUsersListPath(): string {
  const { data } = stateSchema.safeParse(useLocation().state);
  return `${usersPath}${data?.usersSearch ?? ''}`;
}
