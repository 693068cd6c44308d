import { useCallback } from 'react';
import { type UserFilter, userRoles, userSorts } from '../../../../shared/admin/users.ts';
import { FilterSelect } from '../table/FilterSelect.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { type ListParams, oneOf, useListParams } from '../table/use-list-params.ts';
import type { UserListRequest } from './queries.ts';
import { userTexts as texts } from './texts.ts';
import { createTexts } from './actions/texts.ts';

const plans = ['guest', 'starter', 'professional'] as const;

export function useUserListParams() {
  const { get, page, set } = useListParams();
  const search = get('search').slice(0, 200);
  const role = oneOf(userRoles, get('role'));
  const plan = oneOf(plans, get('plan'));
  const filter: UserFilter = { ...(search && { search }), ...(role && { role }), ...(plan && { plan }) };
  const request: UserListRequest = {
    filter,
    sort: oneOf(userSorts, get('sort')) ?? 'created_at',
    isDescending: get('direction') !== 'asc',
    page,
  };
  return { request, isFiltered: Object.keys(filter).length > 0, set };
}

interface UserFiltersProps {
  readonly filter: UserFilter;
  readonly onChange: ListParams['set'];
}

export function UserFilters({ filter, onChange }: UserFiltersProps) {
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);
  return (
    <>
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        value={filter.search ?? ''}
        onSearch={search}
      />
      <FilterSelect
        label={createTexts.roles}
        name="role"
        allText={texts.anyRole}
        values={userRoles}
        textOf={(role) => texts.roles[role]}
        value={filter.role}
        onChoose={(role) => onChange({ role })}
      />
      <FilterSelect
        label={texts.columns.plan}
        name="plan-filter"
        allText={texts.anyPlan}
        values={plans}
        textOf={(plan) => texts.plans[plan]}
        value={filter.plan}
        onChoose={(plan) => onChange({ plan })}
      />
    </>
  );
}
