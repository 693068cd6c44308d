import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { acceleratorOf, keyLabels } from './accelerator.ts';
import styles from './Computer.module.css';
import { computerTexts as texts } from './texts.ts';

/** These keys alone are not shortcuts. */
const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Tab']);

interface ShortcutFieldProps {
  readonly keys: string | null;
  readonly onChange: (keys: string | null) => void;
}

export function ShortcutField({ keys, onChange }: ShortcutFieldProps) {
  const [isWaiting, setWaiting] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const noteId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = () => {
    // Move the focus, because the focused button disappears.
    heading.current?.focus();
    onChange(null);
  };
  const stop = () => {
    setWaiting(false);
    setWrong(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that can't be a shortcut alone work as usual. For example, Tab moves the focus.
    if (!isWaiting || modifiers.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return stop();
    const accelerator = acceleratorOf(event.nativeEvent, navigator.userAgent.includes('Mac'));
    if (accelerator === null) return setWrong(true);
    stop();
    onChange(accelerator);
  };
  return (
    <div className={styles.group}>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.subtitle}>
          {texts.quickAsk}
        </h3>
        <p id={noteId}>{texts.quickAskNote}</p>
      </div>
      <div className={styles.row}>
        {keys === null ? (
          <span className={styles.detail}>{texts.noKeys}</span>
        ) : (
          <span>
            {keyLabels(keys).map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        )}
        <Button
          look="outlined"
          size="small"
          aria-describedby={noteId}
          // Escape cancels only this field, not the surrounding dialog.
          data-mantine-stop-propagation={isWaiting || undefined}
          onClick={() => setWaiting(true)}
          onKeyDown={onKeyDown}
          onBlur={stop}
        >
          {keys === null ? texts.chooseKeys : texts.changeKeys}
        </Button>
        {keys !== null && (
          <Button look="plain" size="small" onClick={remove}>
            {texts.removeKeys}
          </Button>
        )}
      </div>
      <output className={styles.detail}>{isWaiting && (isWrong ? texts.keysNeed : texts.pressKeys)}</output>
    </div>
  );
}
