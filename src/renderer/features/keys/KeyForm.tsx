import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { DialogActions } from '../../components/dialog/DialogActions.tsx';
import type { KeyKeeping, KeyPlace } from '../../platform/own-keys/own-keys.ts';
import styles from './KeyDialog.module.css';
import { KeyNote } from './KeyNote.tsx';
import { keyTexts } from './texts.ts';
import { type KeyVendor, useKeyForm } from './use-key-form.ts';

interface KeyFormProps {
  readonly vendor: KeyVendor;
  readonly keeping: KeyKeeping;
  /** The origin that a key was entered for before the vendor moved. */
  readonly elsewhere: string | null;
  readonly isNeeded: boolean;
  readonly onSaved: (asked: KeyPlace, kept: KeyPlace) => Promise<void>;
  /** The place may have changed under the form: a keychain was locked. */
  readonly onFailed: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks for a key, tries it and keeps it where the person agrees to have it [KEY-002, KEY-003, KEY-013, KEY-020]. */
export function KeyForm({ vendor, keeping, elsewhere, isNeeded, onSaved, onFailed, onCancel }: KeyFormProps) {
  const [key, setKey] = useState('');
  const [isTicked, setTicked] = useState(false);
  const { isVerifying, failure, submit, clearFailure } = useKeyForm(vendor);
  const fieldId = useId();
  const noteId = useId();
  const failureId = useId();
  const field = useRef<HTMLInputElement>(null);
  // The frame has looked for a field before this one was there.
  useEffect(() => field.current?.focus(), []);
  const { displayName, endpointOrigin } = vendor;
  const place = placeOf(keeping, isTicked);
  const isAgreed = keeping.place !== 'session' || isTicked;

  const save = async () => {
    if (!isAgreed) return;
    const kept = await submit(key, place);
    if (kept === null) return onFailed();
    // Out of the page's memory too, before the dialog has gone.
    setKey('');
    await onSaved(place, kept);
  };
  return (
    <div className={styles.form}>
      {isNeeded && <p className={styles.lead}>{keyTexts.needed(displayName)}</p>}
      {elsewhere !== null && (
        <p className={styles.warning}>{keyTexts.moved(displayName, elsewhere, endpointOrigin)}</p>
      )}
      <label htmlFor={fieldId} className={styles.label}>
        {keyTexts.label}
      </label>
      <input
        ref={field}
        id={fieldId}
        type="password"
        className={styles.field}
        data-autofocus
        value={key}
        placeholder={keyTexts.format(vendor.name)}
        // No key of a vendor is a password of this site: managers shall neither offer one nor keep this one.
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        spellCheck={false}
        autoCapitalize="none"
        // Not disabled: the focus stays in the field for another try.
        readOnly={isVerifying}
        aria-describedby={`${noteId} ${failureId}`}
        aria-invalid={failure !== ''}
        onChange={(event) => {
          setKey(event.currentTarget.value);
          clearFailure();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save();
        }}
      />
      <p id={failureId} role="alert" className={styles.failure}>
        {failure}
      </p>
      <Keeping keeping={keeping} isTicked={isTicked} isDisabled={isVerifying} onTick={setTicked} />
      <KeyNote id={noteId} place={place} origin={endpointOrigin} />
      <DialogActions>
        <Button look="plain" onClick={onCancel}>
          {keyTexts.cancel}
        </Button>
        <Button onClick={() => void save()} disabled={key.trim() === '' || isVerifying || !isAgreed}>
          {isVerifying ? keyTexts.verifying : keyTexts.verify}
        </Button>
      </DialogActions>
    </div>
  );
}

function placeOf(keeping: KeyKeeping, isTicked: boolean): KeyPlace {
  if (keeping.place !== 'memory') return keeping.place;
  return isTicked && keeping.canRemember ? 'browser' : 'memory';
}

interface KeepingProps {
  readonly keeping: KeyKeeping;
  readonly isTicked: boolean;
  readonly isDisabled: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

/** What the person decides about the place: nothing where there is a keychain. */
function Keeping({ keeping, isTicked, isDisabled, onTick }: KeepingProps) {
  if (keeping.place === 'keychain') return null;
  if (keeping.place === 'memory' && !keeping.canRemember)
    return <p className={styles.warning}>{keyTexts.cannotRemember}</p>;
  const isSession = keeping.place === 'session';
  return (
    <>
      {isSession && (
        <p className={styles.warning}>{keeping.reason === 'locked' ? keyTexts.locked : keyTexts.missing}</p>
      )}
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isTicked}
          disabled={isDisabled}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        {isSession ? keyTexts.consent : keyTexts.remember}
      </label>
    </>
  );
}
