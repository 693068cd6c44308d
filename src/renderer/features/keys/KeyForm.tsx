import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { DialogActions } from '../../components/dialog/DialogActions.tsx';
import type { NewKeyStorage, KeyPlace } from '../../platform/own-keys/own-keys.ts';
import styles from './KeyDialog.module.css';
import { formatHint, keyTexts, storageNote } from './texts.ts';
import { type KeyVendor, useKeyForm } from './use-key-form.ts';

interface KeyFormProps {
  readonly vendor: KeyVendor;
  readonly storage: NewKeyStorage;
  /**
   * The origin that the user's key was entered for, if the vendor's origin has changed since. Otherwise null.
   */
  readonly previousOrigin: string | null;
  readonly isNeeded: boolean;
  readonly onSaved: (requested: KeyPlace, storedIn: KeyPlace) => Promise<void>;
  /** Checks the storage again, because it may have changed, for example if the keychain was locked. */
  readonly onFailed: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Verifies a key before storing it where the user agrees [KEY-002, KEY-003, KEY-013, KEY-020]. */
export function KeyForm({
  vendor,
  storage,
  previousOrigin,
  isNeeded,
  onSaved,
  onFailed,
  onCancel,
}: KeyFormProps) {
  const [key, setKey] = useState('');
  const [isTicked, setTicked] = useState(false);
  /** Where the user has agreed to store the key without a keychain. */
  const [agreed, setAgreed] = useState<KeyPlace | null>(null);
  const { isVerifying, failure, submit, clearFailure } = useKeyForm(vendor);
  const fieldId = useId();
  const noteId = useId();
  const failureId = useId();
  const field = useRef<HTMLInputElement>(null);
  // The dialog moved the focus before this field was mounted.
  useEffect(() => field.current?.focus(), []);
  const { displayName, endpointOrigin } = vendor;
  // The agreed place may no longer be offered, because the storage is checked again while the dialog is open.
  const consent =
    storage.place === 'session' && (agreed !== 'encrypted' || storage.canEncrypt) ? agreed : null;
  const place = consent ?? placeOf(storage, isTicked);
  const isAgreed = storage.place !== 'session' || consent !== null;

  const save = async () => {
    if (!isAgreed) return;
    const storedIn = await submit(key, place);
    if (storedIn === null) return onFailed();
    // Removes the key from the page's memory.
    setKey('');
    await onSaved(place, storedIn);
  };
  return (
    <div className={styles.form}>
      {isNeeded && <p className={styles.lead}>{keyTexts.needed({ provider: displayName })}</p>}
      {previousOrigin !== null && (
        <p className={styles.warning}>
          {keyTexts.moved({ provider: displayName, from: previousOrigin, to: endpointOrigin })}
        </p>
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
        placeholder={formatHint(vendor.name)}
        // The key is not a password for this site, so password managers must neither fill it in nor store it.
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        spellCheck={false}
        autoCapitalize="none"
        // Read-only instead of disabled, so that the focus stays in the field.
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
      {storage.place === 'session' && (
        <KeychainConsent storage={storage} agreed={consent} isDisabled={isVerifying} onAgree={setAgreed} />
      )}
      {storage.place === 'memory' && (
        <RememberChoice storage={storage} isTicked={isTicked} isDisabled={isVerifying} onTick={setTicked} />
      )}
      <p id={noteId} className={styles.note}>
        {storageNote(place, endpointOrigin)}
      </p>
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

function placeOf(storage: NewKeyStorage, isTicked: boolean): KeyPlace {
  if (storage.place !== 'memory') return storage.place;
  return isTicked && storage.canRemember ? 'browser' : 'memory';
}

interface KeychainConsentProps {
  readonly storage: Extract<NewKeyStorage, { readonly place: 'session' }>;
  readonly agreed: KeyPlace | null;
  readonly isDisabled: boolean;
  readonly onAgree: (place: KeyPlace | null) => void;
}

/**
 * Explains why the keychain can't be used, and lets the user choose another place for the key. Nothing is
 * preselected.
 */
function KeychainConsent({ storage, agreed, isDisabled, onAgree }: KeychainConsentProps) {
  const group = useId();
  const places = storage.canEncrypt ? (['encrypted', 'session'] as const) : (['session'] as const);
  return (
    <>
      <p className={styles.warning}>{storage.reason === 'locked' ? keyTexts.locked : keyTexts.missing}</p>
      <fieldset className={styles.consent} disabled={isDisabled}>
        <legend className="visually-hidden">{keyTexts.consentLegend}</legend>
        {places.map((place) => (
          <label key={place} className={styles.tick}>
            <input
              type={storage.canEncrypt ? 'radio' : 'checkbox'}
              name={group}
              checked={agreed === place}
              onChange={(event) => onAgree(event.currentTarget.checked ? place : null)}
            />
            {place === 'encrypted' ? keyTexts.consentEncrypted : keyTexts.consent}
          </label>
        ))}
      </fieldset>
    </>
  );
}

interface RememberChoiceProps {
  readonly storage: Extract<NewKeyStorage, { readonly place: 'memory' }>;
  readonly isTicked: boolean;
  readonly isDisabled: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

function RememberChoice({ storage, isTicked, isDisabled, onTick }: RememberChoiceProps) {
  if (!storage.canRemember) return <p className={styles.warning}>{keyTexts.cannotRemember}</p>;
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={isTicked}
        disabled={isDisabled}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      {keyTexts.remember}
    </label>
  );
}
