import { type ReactNode, useState } from 'react';
import type { UnlockKind } from '../../../../shared/vault/context.ts';
import { readWords, splitWords, type WordsProblem } from '../../../../shared/vault/recovery-words.ts';
import { Choice } from '../../../components/Choice.tsx';
import { TextArea } from '../../../components/TextArea.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { Button } from '../../../components/Button.tsx';
import styles from '../account.module.css';
import { field, SubmitForm } from '../SubmitForm.tsx';
import { failureText } from './failure-text.ts';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
import { unlockAccountKey, type UnlockedKey, type UnlockInput } from './method-secret.ts';
import { recordUse, type StoredMethod } from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';

interface UnlockFormProps {
  readonly userId: string;
  readonly methods: readonly StoredMethod[];
  readonly onOpened: (opened: UnlockedKey) => Promise<void>;
  readonly onCancel?: () => void;
  /** Shown above the button. */
  readonly children?: ReactNode;
}

/** Returns the account's unlock methods that work in this environment, the easiest first. */
const kindsOf = (methods: readonly StoredMethod[]): readonly UnlockKind[] =>
  (['passkey', 'passphrase', 'words'] as const).filter(
    (kind) => methods.some((method) => method.kind === kind) && (kind !== 'passkey' || hasPasskeys()),
  );

export function UnlockForm({ userId, methods, onOpened, onCancel, children }: UnlockFormProps) {
  const kinds = kindsOf(methods);
  const [chosen, setKind] = useState<UnlockKind | null>(null);
  const kind = chosen ?? kinds[0] ?? 'words';
  const unlock = async (data: FormData) => {
    const input = readInput(kind, data);
    if (typeof input === 'string') return input;
    try {
      const opened = await unlockAccountKey(userId, methods, input);
      await onOpened(opened);
      void recordUse(opened.method.id).catch(() => {});
    } catch (error) {
      return failureText(error);
    }
  };
  return (
    <div className={styles.stack}>
      {kinds.length > 1 && (
        <Choice
          label={texts.unlockWith}
          options={kinds}
          texts={texts.kinds}
          chosen={kind}
          onChoose={setKind}
        />
      )}
      <SubmitForm
        // The key clears the error, which is about one kind only.
        key={kind}
        texts={texts.unlock}
        isChecked={false}
        onSubmit={unlock}
        buttons={(isBusy) =>
          onCancel && (
            <Button look="outlined" disabled={isBusy} onClick={onCancel}>
              {texts.cancel}
            </Button>
          )
        }
      >
        {kind === 'passkey' && <p>{texts.passkey.use}</p>}
        {kind === 'passphrase' && (
          <TextField
            label={texts.passphrase.label}
            name="passphrase"
            type="password"
            autoComplete="current-password"
          />
        )}
        {kind === 'words' && (
          <TextArea
            label={texts.words.enter}
            name="words"
            rows={4}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
        )}
        {children}
      </SubmitForm>
    </div>
  );
}

/** Returns an error message if the input can't be valid. */
function readInput(kind: UnlockKind, data: FormData): UnlockInput | string {
  if (kind === 'passkey') return { kind };
  if (kind === 'passphrase') return { kind, passphrase: field(data, 'passphrase') };
  const entropy = readWords(splitWords(field(data, 'words')));
  return 'problem' in entropy ? problemText(entropy) : { kind, entropy };
}

function problemText(wrong: WordsProblem): string {
  switch (wrong.problem) {
    case 'count':
      return texts.words.count({ count: wrong.count });
    case 'word':
      return texts.words.unknown({ word: wrong.word, position: wrong.position });
    case 'checksum':
      return texts.words.checksum;
  }
}
