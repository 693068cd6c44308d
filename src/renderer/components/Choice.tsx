import { useId } from 'react';
import styles from './Choice.module.css';

export interface ChoiceProps<Value extends string> {
  /** Only for screen readers, because sighted users see a heading. */
  readonly label: string;
  readonly options: readonly Value[];
  readonly texts: Readonly<Record<Value, string>>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly describedBy?: string;
}

export function Choice<Value extends string>({
  label,
  options,
  texts,
  chosen,
  onChoose,
  describedBy,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.picker} aria-describedby={describedBy}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={option === chosen}
            onChange={() => onChoose(option)}
          />
          {texts[option]}
        </label>
      ))}
    </fieldset>
  );
}
