import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { DialogActions } from '../../components/dialog/DialogActions.tsx';
import { dateFormat } from '../../lib/locale.ts';
import type { KeyStatus } from '../../platform/own-keys/own-keys.ts';
import styles from './KeyDialog.module.css';
import { keyTexts, storageNote } from './texts.ts';
import type { KeyVendor } from './use-key-form.ts';

interface KeyOverviewProps {
  readonly vendor: KeyVendor;
  /** The place is null if the service has a key instead [KEY-021, KEY-022]. */
  readonly status: KeyStatus;
  readonly onChange: () => void;
  /** Resolves with false if the key may still be stored. */
  readonly onRemove: () => Promise<boolean>;
  readonly onClose: () => void;
}

const days = dateFormat({ dateStyle: 'medium' });

/** Shows where the key is stored and when it was last used, never the key itself [KEY-005, KEY-011]. */
export function KeyOverview({ vendor, status, onChange, onRemove, onClose }: KeyOverviewProps) {
  const { place, lastUsed } = status;
  const [isRemoving, setRemoving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const remove = async () => {
    setRemoving(true);
    setFailed(!(await onRemove()));
    setRemoving(false);
  };
  return (
    <div className={styles.form}>
      <p className={styles.verified}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        {place === null ? keyTexts.alreadySet({ provider: vendor.displayName }) : keyTexts.verified}
      </p>
      {place !== null && <p className={styles.note}>{storageNote(place, vendor.endpointOrigin)}</p>}
      {lastUsed !== undefined && (
        <p className={styles.note}>{keyTexts.lastUsed({ date: days().format(new Date(lastUsed)) })}</p>
      )}
      <p role="alert" className={styles.failure}>
        {hasFailed && keyTexts.notRemoved}
      </p>
      <DialogActions>
        {place !== null && (
          <Button look="plain" onClick={() => void remove()} disabled={isRemoving}>
            {isRemoving ? keyTexts.removing : keyTexts.remove}
          </Button>
        )}
        <Button look="outlined" onClick={onChange} disabled={isRemoving} data-autofocus>
          {keyTexts.change}
        </Button>
        <Button onClick={onClose}>{keyTexts.close}</Button>
      </DialogActions>
    </div>
  );
}
