import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { encryptionQuery } from '../encryption/stored-encryption.ts';
import forms from '../forms.module.css';
import { accountQueries } from '../queries.ts';
import { formatDay, LoadError, Section } from '../Section.tsx';
import { field, SubmitForm } from '../SubmitForm.tsx';
import { createSignInCredential } from './create-credential.ts';
import { passkeyFailureMessage } from './failure-message.ts';
import { type Passkey, removePasskey, renamePasskey } from './passkeys.ts';
import { passkeyTexts as texts } from './texts.ts';

/** The passkeys that sign in. Those that unlock an encrypted history are in its section. */
export function PasskeysSection({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const passkeys = useQuery(accountQueries.passkeys(userId));
  const [isAdding, setAdding] = useState(false);
  const refetch = () => client.invalidateQueries({ queryKey: accountQueries.passkeys(userId).queryKey });
  const add = async (name: string) => {
    const { stored } = await client.fetchQuery(encryptionQuery(userId));
    const unlockIds = stored?.methods.flatMap(({ credentialId }) => credentialId ?? []) ?? [];
    const { register } = await createSignInCredential(unlockIds);
    await register(name);
    showToast(texts.done);
    setAdding(false);
    await refetch();
  };
  return (
    <Section id="passkeys" scope="account" lead={texts.lead}>
      <LoadError query={passkeys} text={texts.loadFailed} />
      {passkeys.data === null && <p>{texts.off}</p>}
      {passkeys.data?.length === 0 && <p>{texts.none}</p>}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className={styles.list}>
          {passkeys.data.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onChanged={refetch} />
          ))}
        </ul>
      )}
      {isAdding && (
        <NameForm
          texts={texts.creation}
          name={texts.standard}
          onName={add}
          onCancel={() => setAdding(false)}
        />
      )}
      {passkeys.data && !isAdding && (
        <div>
          <Button size="small" look="outlined" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onChanged: () => Promise<void>;
}

function PasskeyItem({ passkey: { id, name, createdAt, lastUsedAt }, onChanged }: PasskeyItemProps) {
  const [isRenaming, setRenaming] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const rename = async (newName: string) => {
    await renamePasskey(id, newName);
    showToast(texts.renamed);
    setRenaming(false);
    await onChanged();
  };
  const remove = async () => {
    try {
      await removePasskey(id);
    } catch (error) {
      setFailure(passkeyFailureMessage(error));
      throw error;
    }
    showToast(texts.removed);
    await onChanged();
  };
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        <p className={styles.detail}>
          <span>{texts.added({ day: formatDay(createdAt) })}</span>
          {lastUsedAt !== null && <span>{texts.used({ day: formatDay(lastUsedAt) })}</span>}
        </p>
      </div>
      {isRenaming ? (
        <NameForm texts={texts.renaming} name={name} onName={rename} onCancel={() => setRenaming(false)} />
      ) : (
        <div className={forms.actions}>
          <Button
            size="small"
            look="outlined"
            aria-label={texts.renameOf({ name })}
            onClick={() => setRenaming(true)}
          >
            {texts.rename}
          </Button>
          <ConfirmButton
            texts={texts.removal}
            label={texts.removeOf({ name })}
            onConfirm={remove}
            failure={failure}
          >
            {texts.removeWarning}
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

interface NameFormProps {
  readonly texts: { readonly submit: string; readonly busy: string; readonly cancel: string };
  readonly name: string;
  readonly onName: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

function NameForm({ texts: formTexts, name, onName, onCancel }: NameFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // Move the focus, because the form replaces the focused button.
  useEffect(() => form.current?.querySelector('input')?.select(), []);
  const submit = async (data: FormData) => {
    const typed = field(data, 'name').trim();
    if (!typed) return texts.nameMissing;
    try {
      await onName(typed);
    } catch (error) {
      return passkeyFailureMessage(error);
    }
  };
  return (
    <SubmitForm
      ref={form}
      texts={formTexts}
      size="small"
      isChecked={false}
      onSubmit={submit}
      buttons={(isBusy) => (
        <Button size="small" look="outlined" disabled={isBusy} onClick={onCancel}>
          {formTexts.cancel}
        </Button>
      )}
    >
      <TextField label={texts.name} name="name" maxLength={120} defaultValue={name} />
    </SubmitForm>
  );
}
