import { useState } from 'react';
import type { UserFilter } from '../../../../../shared/admin/users.ts';
import { Button } from '../../../../components/Button.tsx';
import { SelectField } from '../../../../components/SelectField.tsx';
import { useDialog } from '../../dialog/use-dialog.ts';
import { Tick } from '../../fields/Tick.tsx';
import { count } from '../../format.ts';
import { userTexts } from '../texts.ts';
import styles from './BulkBar.module.css';
import { BulkDialog } from './BulkDialog.tsx';
import { type BulkKind, bulkKinds } from './operations.ts';
import type { BulkTargets } from './use-bulk-start.ts';

const texts = userTexts.bulk;

interface BulkBarProps {
  readonly selected: ReadonlySet<string>;
  /** What the list is narrowed to; null when it is not. */
  readonly filter: UserFilter | null;
  readonly total: number;
  readonly isTotalExact: boolean;
  /** Whether the total is still that of the question before. */
  readonly isStale: boolean;
  readonly onClear: () => void;
}

/** What to do with the accounts that are selected, or with all that match the filter [ADMIN-040]. */
export function BulkBar({ selected, filter, total, isTotalExact, isStale, onClear }: BulkBarProps) {
  const [isFilterMeant, setIsFilterMeant] = useState(false);
  const dialog = useDialog<{ readonly kind: BulkKind; readonly targets: BulkTargets }>();
  const meansFilter = isFilterMeant && filter !== null;
  if (selected.size === 0 && filter === null && !dialog.opened) return null;
  const targets: BulkTargets = meansFilter
    ? { filter, count: total, isCountExact: isTotalExact }
    : { ids: [...selected], count: selected.size, isCountExact: true };
  return (
    <section className={styles.bar} aria-label={texts.region}>
      <output className={styles.count}>
        {meansFilter
          ? texts.allMatching(isTotalExact ? count(total) : `${count(total)}+`)
          : texts.selected(selected.size)}
      </output>
      {filter !== null && (
        <Tick
          label={texts.allMatching(isTotalExact ? count(total) : `${count(total)}+`)}
          isTicked={isFilterMeant}
          onChange={setIsFilterMeant}
        />
      )}
      <SelectField
        label={texts.choose}
        name="bulk-operation"
        disabled={targets.count === 0 || (meansFilter && isStale)}
        options={[
          { value: 'none', label: texts.choose },
          ...bulkKinds.map((value) => ({ value, label: texts.operations[value] })),
        ]}
        value="none"
        onChoose={(kind) => kind !== 'none' && dialog.open({ kind, targets })}
      />
      {selected.size > 0 && (
        <Button look="plain" size="small" onClick={onClear}>
          {texts.clear}
        </Button>
      )}
      {dialog.opened && (
        <BulkDialog
          key={dialog.opened.opening}
          {...dialog.opened.subject}
          isOpen={dialog.opened.isOpen}
          onClose={dialog.close}
          onGone={dialog.gone}
          onStarted={onClear}
        />
      )}
    </section>
  );
}
