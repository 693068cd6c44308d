import { useId } from 'react';
import { Select, type SelectProps } from './Select.tsx';
import styles from './TextField.module.css';

export type { SelectOption } from './Select.tsx';

export interface SelectFieldProps<Value extends string> extends Omit<
  SelectProps<Value>,
  'className' | 'id' | 'ref'
> {
  readonly label: string;
  /** For a list whose first option already names the field. Screen readers still announce the label. */
  readonly isLabelHidden?: boolean;
  readonly name: string;
}

export function SelectField<Value extends string>({
  label,
  isLabelHidden = false,
  ...select
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <Select {...select} id={id} className={`${styles.input} ${styles.select}`} />
    </div>
  );
}
