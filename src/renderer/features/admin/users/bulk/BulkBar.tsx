import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { UserFilter } from '../../../../../shared/admin/users.ts';
import { Button } from '../../../../components/Button.tsx';
import { SelectField } from '../../../../components/SelectField.tsx';
import { useOpenDialog } from '../../dialog/DialogHost.tsx';
import styles from './BulkBar.module.css';
import { BulkDialog } from './BulkDialog.tsx';
import { bulkKinds } from './operations.ts';
import type { BulkTargets } from './start-bulk.ts';
import { bulkTexts as texts } from './texts.ts';

interface BulkBarProps {
  readonly selected: ReadonlySet<string>;
  /** Null if the list has no filter. */
  readonly filter: UserFilter | null;
  readonly total: number;
  readonly isTotalExact: boolean;
  /** True while the total still belongs to the previous filter. */
  readonly isStale: boolean;
  readonly onClear: () => void;
}

/** Offers actions on the selected accounts, or on all that match the filter [ADMIN-040]. */
export function BulkBar({ selected, filter, total, isTotalExact, isStale, onClear }: BulkBarProps) {
  const [isAllChosen, setIsAllChosen] = useState(false);
  const openDialog = useOpenDialog();
  if (selected.size === 0 && (filter === null || total === 0)) return null;
  const targets: BulkTargets =
    isAllChosen && filter !== null ? { filter, count: total } : { ids: [...selected], count: selected.size };
  const allMatching = (isTotalExact ? texts.allMatching : texts.manyMatching)({ total });
  return (
    <section className={styles.bar} aria-label={texts.region}>
      <output className={styles.count}>
        {targets.filter ? allMatching : texts.selected({ count: selected.size })}
      </output>
      {filter !== null && (
        <Checkbox
          label={allMatching}
          checked={isAllChosen}
          onChange={(event) => setIsAllChosen(event.currentTarget.checked)}
        />
      )}
      <SelectField
        label={texts.choose}
        isLabelHidden
        name="bulk-operation"
        disabled={targets.count === 0 || (targets.filter !== undefined && isStale)}
        options={[
          { value: 'none', label: texts.choose },
          ...bulkKinds.map((value) => ({ value, label: texts.operations[value] })),
        ]}
        value="none"
        onChoose={(kind) =>
          kind !== 'none' && openDialog(<BulkDialog kind={kind} targets={targets} onStarted={onClear} />)
        }
      />
      {selected.size > 0 && (
        <Button look="plain" size="small" onClick={onClear}>
          {texts.clear}
        </Button>
      )}
    </section>
  );
}
