import { useId } from 'react';
import styles from './Switch.module.css';

export interface SwitchProps {
  readonly label: string;
  readonly note?: string | undefined;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, note, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.switch}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={note ? noteId : undefined}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {note && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
    </div>
  );
}
