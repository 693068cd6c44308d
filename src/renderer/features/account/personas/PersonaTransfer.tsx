import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { maxPersonaFileSize, readPersonaFile } from '../../../../shared/personas/persona-file.ts';
import { Button } from '../../../components/Button.tsx';
import { createPersonas, personaFailure, type StoredPersona } from '../../../lib/personas.ts';
import account from '../account.module.css';
import { FormError } from '../SubmitForm.tsx';
import styles from './personas.module.css';
import { savePersonaFile } from './save-persona-file.ts';
import { personaFileTexts as texts } from './texts.ts';

/** A file that contains nothing to import. The message is for the user. */
class FileError extends Error {}

interface PersonaTransferProps {
  readonly userId: string;
  readonly personas: readonly StoredPersona[];
}

/** Imports and exports personas. An import is stored completely or not at all. */
export function PersonaTransfer({ userId, personas }: PersonaTransferProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const importing = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxPersonaFileSize) throw new FileError(texts.tooLarge);
      const read = readPersonaFile(await file.text());
      if (!read) throw new FileError(texts.unknown);
      if (read.personas.length > 0)
        await createPersonas(
          client,
          userId,
          read.personas.map(({ persona }) => persona),
        );
      return [
        texts.imported({ count: read.personas.length }),
        ...(read.invalid > 0 ? [texts.invalid({ count: read.invalid })] : []),
        ...read.personas.filter(({ isCut }) => isCut).map(({ persona }) => texts.cut({ name: persona.name })),
      ];
    },
  });
  const onChoose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // The same file can be chosen again.
    currentTarget.value = '';
    if (file) importing.mutate(file);
  };
  const { error } = importing;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={texts.file}
        onChange={onChoose}
      />
      <Button
        look="outlined"
        title={texts.note}
        disabled={importing.isPending}
        onClick={() => input.current?.click()}
      >
        {texts.import}
      </Button>
      {personas.length > 0 && (
        <Button look="outlined" onClick={() => void savePersonaFile(personas)}>
          {texts.exportAll}
        </Button>
      )}
      <p className={account.note}>{texts.note}</p>
      <output className={styles.report}>
        {importing.data?.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </output>
      {error && (
        <FormError>
          {error instanceof FileError ? error.message : personaFailure(error, texts.failed)}
        </FormError>
      )}
    </>
  );
}
