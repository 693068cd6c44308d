import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import {
  type CreatedApiKey,
  createdApiKeySchema,
  createApiKeyRequestSchema,
  maxApiKeyNameLength,
} from '../../../../shared/account/api-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { CopyButton } from '../../../components/markdown/CopyButton.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { invoke } from '../../../lib/invoke.ts';
import styles from '../account.module.css';
import { accountQueries } from '../queries.ts';
import { field, SubmitForm } from '../SubmitForm.tsx';
import { apiKeyTexts as texts } from '../texts.ts';

/** Shows the new key once. Only this component's state contains the key. */
export function CreateApiKey({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    // After a key is created, the focus moves to the form for the next one.
    if (wasShown.current && !created) form.current?.querySelector('input')?.focus();
    wasShown.current = created !== null;
  }, [created]);

  if (created) return <NewApiKey created={created} onDone={() => setCreated(null)} />;
  const submit = async (data: FormData) => {
    const request = createApiKeyRequestSchema.safeParse({ name: field(data, 'api-key-name') });
    if (!request.success) return request.error.issues[0]?.message ?? texts.nameMissing;
    setCreated(await invoke('account/api-keys/create', request.data, createdApiKeySchema));
    await client.invalidateQueries({ queryKey: accountQueries.apiKeys(userId).queryKey });
  };
  return (
    <SubmitForm ref={form} texts={texts.form} isChecked={false} onSubmit={submit}>
      <TextField
        label={texts.name}
        name="api-key-name"
        autoComplete="off"
        maxLength={maxApiKeyNameLength}
        placeholder={texts.namePlaceholder}
      />
    </SubmitForm>
  );
}

interface NewApiKeyProps {
  readonly created: CreatedApiKey;
  readonly onDone: () => void;
}

/** The service stores only the hash of a key, so it can't be shown again. */
function NewApiKey({ created, onDone }: NewApiKeyProps) {
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.box} data-look="accent" aria-labelledby={titleId} tabIndex={-1}>
      <h4 id={titleId}>{texts.createdTitle({ name: created.name })}</h4>
      <p>{texts.createdWarning}</p>
      <div className={styles.key}>
        <code>{created.key}</code>
        <CopyButton text={created.key} label={texts.copy} success={texts.copied} isLabeled />
      </div>
      <div>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </section>
  );
}
