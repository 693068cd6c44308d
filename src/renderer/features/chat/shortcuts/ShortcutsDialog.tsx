import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { PlainDialog } from '../../../components/dialog/PlainDialog.tsx';
import { shortcutTexts as texts } from '../texts.ts';
import { furtherKeys, keysOf, shortcuts } from './shortcuts.ts';
import styles from './ShortcutsDialog.module.css';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const isMac = navigator.userAgent.includes('Mac');
  const lines = [
    ...shortcuts.map((shortcut) => ({ label: texts.labels[shortcut.id], keys: keysOf(shortcut, isMac) })),
    ...furtherKeys,
  ];
  return (
    <PlainDialog title={texts.title} onCancel={onClose}>
      <dl className={styles.list}>
        {lines.map(({ label, keys }) => (
          <div key={`${label} ${keys.join(' ')}`} className={styles.line}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button look="outlined" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </PlainDialog>
  );
}
