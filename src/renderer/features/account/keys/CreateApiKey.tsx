import { useEffect, useRef, useState } from 'react';
import { createApiKeyRequestSchema, longestApiKeyName } from '../../../../shared/account/api-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { SectionError } from '../Section.tsx';
import { apiKeyTexts as texts } from '../texts.ts';
import styles from './ApiKeysSection.module.css';
import { useCreateApiKey } from './mutations.ts';
import { NewApiKey } from './NewApiKey.tsx';

/** Makes a key: its name first, then the key itself, shown this once. */
export function CreateApiKey({ userId }: { readonly userId: string }) {
  const create = useCreateApiKey(userId);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLFormElement>(null);
  const wasShown = useRef(false);
  const isShown = create.data !== undefined;
  useEffect(() => {
    // The key was put away: the keyboard goes on where the next one would begin.
    if (wasShown.current && !isShown) field.current?.querySelector('input')?.focus();
    wasShown.current = isShown;
  }, [isShown]);

  if (create.data)
    return (
      <NewApiKey
        created={create.data}
        onDone={() => {
          create.reset();
          setName('');
        }}
      />
    );
  const submit = () => {
    const parsed = createApiKeyRequestSchema.safeParse({ name });
    setFault(parsed.success ? null : (parsed.error.issues[0]?.message ?? texts.nameMissing));
    if (parsed.success) create.mutate(parsed.data.name);
  };
  return (
    <form
      ref={field}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) submit();
      }}
    >
      <div className={styles.field}>
        <TextField
          label={texts.name}
          name="api-key-name"
          autoComplete="off"
          maxLength={longestApiKeyName}
          placeholder={texts.namePlaceholder}
          value={name}
          readOnly={create.isPending}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? texts.creating : texts.create}
        </Button>
      </div>
      {fault && <SectionError>{fault}</SectionError>}
      {!fault && create.error && <SectionError>{sentenceOf(create.error)}</SectionError>}
    </form>
  );
}
