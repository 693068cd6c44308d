import { type UserFilter, userRoles, type UserSort, userSorts } from '../../../../../shared/admin/users.ts';
import { oneOf, useListAddress } from '../../table/use-list-address.ts';
import type { UsersQuestion } from '../data/queries.ts';

export const plans = ['guest', 'starter', 'professional'] as const;

/** Which accounts are asked for, as the address says it. */
export function useUsersQuestion() {
  const address = useListAddress();
  const search = address.get('search').slice(0, 200);
  const role = oneOf(userRoles, address.get('role'));
  const plan = oneOf(plans, address.get('plan'));
  const filter: UserFilter = {
    ...(search && { search }),
    ...(role && { role }),
    ...(plan && { plan }),
  };
  const sort: UserSort = oneOf(userSorts, address.get('sort')) ?? 'created_at';
  const direction = oneOf(['asc', 'desc'], address.get('direction')) ?? 'desc';
  const question: UsersQuestion = { filter, sort, isDescending: direction === 'desc', page: address.page };
  return { question, isFiltered: Object.keys(filter).length > 0, set: address.set };
}
