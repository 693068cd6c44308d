import { useId } from 'react';
import styles from './Tick.module.css';

interface TickProps {
  readonly label: string;
  /** What it means; read out after the name. */
  readonly text?: string;
  readonly isTicked: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isTicked: boolean) => void;
}

/** One box of a form; it takes effect with the form. */
export function Tick({ label, text, isTicked, isDisabled = false, onChange }: TickProps) {
  const id = useId();
  const textId = `${id}-text`;
  return (
    <div className={styles.tick}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={isTicked}
        disabled={isDisabled}
        aria-describedby={text ? textId : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {text && (
          <span id={textId} className={styles.text}>
            {text}
          </span>
        )}
      </span>
    </div>
  );
}
