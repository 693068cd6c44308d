import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { furtherKeys, keysOf, shortcuts } from './shortcuts.ts';
import styles from './ShortcutsDialog.module.css';

const texts = { title: 'Keyboard shortcuts', close: 'Close' } as const;

/** All shortcuts. The browser's own dialog keeps the focus inside and gives it back. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const isMac = navigator.userAgent.includes('Mac');
  const lines = [
    ...shortcuts.map((shortcut) => ({ label: shortcut.label, keys: keysOf(shortcut, isMac) })),
    ...furtherKeys,
  ];
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {texts.title}
      </h2>
      <dl className={styles.list}>
        {lines.map(({ label, keys }) => (
          <div key={label} className={styles.line}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button look="outlined" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </dialog>
  );
}
