import { useState } from 'react';
import { minPassphraseLength } from '../../../../shared/vault/passphrase-length.ts';
import { createWords, readWords } from '../../../../shared/vault/recovery-words.ts';
import type { UnlockKind } from '../../../../shared/vault/context.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import styles from '../account.module.css';
import { field, SubmitForm } from '../SubmitForm.tsx';
import encryption from './encryption.module.css';
import { failureText } from './failure-text.ts';
import { preparePasskey, preparePassphrase, type PreparedMethod, prepareWords } from './method-secret.ts';
import { encryptionTexts as texts } from './texts.ts';
import { useFocusInside } from './use-focus-inside.ts';

export interface MethodSetupProps {
  readonly user: SessionUser;
  readonly keyVersion: number;
  /** The ids of passkeys that are set up already. */
  readonly knownPasskeys: readonly string[];
  /** Resolves with an error message to show, if there is one. */
  readonly onReady: (method: PreparedMethod) => Promise<string | void> | void;
  readonly onCancel: () => void;
}

export function MethodSetup({ kind, ...props }: MethodSetupProps & { readonly kind: UnlockKind }) {
  const box = useFocusInside<HTMLDivElement>();
  const Setup = { passkey: PasskeySetup, passphrase: PassphraseSetup, words: WordsSetup }[kind];
  return (
    <div ref={box} className={styles.box}>
      <Setup {...props} />
    </div>
  );
}

const cancelButton = (onCancel: () => void) => (isBusy: boolean) => (
  <Button size="small" look="outlined" disabled={isBusy} onClick={onCancel}>
    {texts.cancel}
  </Button>
);

function PassphraseSetup({ keyVersion, onReady, onCancel }: MethodSetupProps) {
  const save = async (data: FormData) => {
    const passphrase = field(data, 'passphrase');
    if (passphrase.length < minPassphraseLength) return texts.passphrase.short;
    if (passphrase !== field(data, 'repeat')) return texts.passphrase.different;
    try {
      return await onReady(await preparePassphrase(texts.kinds.passphrase, keyVersion, passphrase));
    } catch (error) {
      return failureText(error);
    }
  };
  return (
    <SubmitForm
      texts={texts.passphrase.form}
      size="small"
      isChecked={false}
      onSubmit={save}
      buttons={cancelButton(onCancel)}
    >
      <TextField
        label={texts.passphrase.label}
        name="passphrase"
        type="password"
        autoComplete="new-password"
        hint={texts.kindNotes.passphrase}
      />
      <TextField label={texts.passphrase.repeat} name="repeat" type="password" autoComplete="new-password" />
    </SubmitForm>
  );
}

function PasskeySetup({ user, keyVersion, knownPasskeys, onReady, onCancel }: MethodSetupProps) {
  const create = async (data: FormData) => {
    const name = field(data, 'name').trim() || texts.passkey.standard;
    try {
      return await onReady(await preparePasskey(name, keyVersion, user, knownPasskeys));
    } catch (error) {
      return failureText(error);
    }
  };
  return (
    <SubmitForm texts={texts.passkey.form} size="small" onSubmit={create} buttons={cancelButton(onCancel)}>
      <TextField
        label={texts.passkey.name}
        name="name"
        maxLength={100}
        defaultValue={texts.passkey.standard}
      />
    </SubmitForm>
  );
}

/** How many words the user must enter. */
const checkedWords = 3;

function choosePositions(count: number): readonly number[] {
  const positions = new Set<number>();
  while (positions.size < checkedWords) {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (random < 256 - (256 % count)) positions.add(random % count);
  }
  return [...positions].toSorted((one, other) => one - other);
}

function WordsSetup({ keyVersion, onReady, onCancel }: MethodSetupProps) {
  const [words] = useState(createWords);
  const [positions, setPositions] = useState<readonly number[] | null>(null);
  const step = useFocusInside<HTMLDivElement>(positions);
  if (!positions)
    return (
      <div ref={step} className={styles.stack}>
        <p>{texts.words.lead}</p>
        <ol className={encryption.words} aria-label={texts.words.list} dir="ltr">
          {words.map((word, index) => (
            <li key={`${String(index)} ${word}`} translate="no">
              {word}
            </li>
          ))}
        </ol>
        <div className={encryption.actions}>
          <Button size="small" onClick={() => setPositions(choosePositions(words.length))}>
            {texts.words.ready}
          </Button>
          {cancelButton(onCancel)(false)}
        </div>
      </div>
    );
  const confirm = async (data: FormData) => {
    const isRight = positions.every(
      (position) => field(data, String(position)).trim().toLowerCase() === words[position],
    );
    if (!isRight) return texts.words.wrong;
    const entropy = readWords(words);
    if ('problem' in entropy) throw new Error('The created words are not valid');
    return onReady(prepareWords(texts.kinds.words, keyVersion, entropy));
  };
  return (
    <div ref={step}>
      <SubmitForm
        texts={texts.words.form}
        size="small"
        onSubmit={confirm}
        buttons={(isBusy) => (
          <Button size="small" look="outlined" disabled={isBusy} onClick={() => setPositions(null)}>
            {texts.words.back}
          </Button>
        )}
      >
        <p>{texts.words.confirm}</p>
        {positions.map((position) => (
          <TextField
            key={position}
            label={texts.words.word({ number: position + 1 })}
            name={String(position)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            required
          />
        ))}
      </SubmitForm>
    </div>
  );
}
