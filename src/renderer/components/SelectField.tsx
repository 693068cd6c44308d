import { type SelectHTMLAttributes, useId } from 'react';
import styles from './TextField.module.css';

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectFieldProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'className' | 'id' | 'value' | 'onChange' | 'children'
> {
  readonly label: string;
  /** For a list whose first option already names the field. Screen readers still announce the label. */
  readonly isLabelHidden?: boolean;
  readonly name: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/**
 * Options such as "None" and "All" need a value too.
 *
 * @throws RangeError for an option without a value [UX-008]
 */
export function SelectField<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  onChoose,
  ...select
}: SelectFieldProps<Value>) {
  const id = useId();
  if (options.some(({ value }) => value === ''))
    throw new RangeError(`An option of "${label}" has no value.`);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className={`${styles.input} ${styles.select}`}
        onChange={({ currentTarget: { value } }) => {
          const chosen = options.find((option) => option.value === value);
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
