import { useCallback } from 'react';
import type { UserFilter } from '../../../../../shared/admin/users.ts';
import { userRoles } from '../../../../../shared/admin/users.ts';
import { SelectField } from '../../../../components/SelectField.tsx';
import { SearchField } from '../../table/SearchField.tsx';
import type { ListAddress } from '../../table/use-list-address.ts';
import { userTexts as texts } from '../texts.ts';
import { plans } from './use-users-question.ts';

interface UserFiltersProps {
  readonly filter: UserFilter;
  readonly onChange: ListAddress['set'];
}

const any = 'any';

/** Search, role and plan. */
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
      <SelectField
        label={texts.createDialog.roles}
        name="role"
        options={[
          { value: any, label: texts.anyRole },
          ...userRoles.map((value) => ({ value, label: texts.roles[value] })),
        ]}
        value={filter.role ?? any}
        onChoose={(role) => onChange({ role: role === any ? null : role })}
      />
      <SelectField
        label={texts.columns.plan}
        name="plan-filter"
        options={[
          { value: any, label: texts.anyPlan },
          ...plans.map((value) => ({ value, label: texts.plans[value] })),
        ]}
        value={filter.plan ?? any}
        onChoose={(plan) => onChange({ plan: plan === any ? null : plan })}
      />
    </>
  );
}
