import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { useId } from 'react';
import styles from './Toggle.module.css';

interface ToggleProps {
  readonly label: string;
  /** What it means; read out after the name, not as part of it. */
  readonly text: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A setting that is on or off. */
export function Toggle({ label, text, isOn, isDisabled = false, onChange }: ToggleProps) {
  const textId = useId();
  return (
    <div className={styles.toggle}>
      <Switch
        label={label}
        size="md"
        classNames={{ label: styles.label }}
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={textId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p id={textId} className={styles.text}>
        {text}
      </p>
    </div>
  );
}
