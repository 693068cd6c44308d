import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  maxPersonaFileSize,
  readPersonaFile,
  writePersonaFile,
} from '../../../../shared/personas/persona-file.ts';
import { Button } from '../../../components/Button.tsx';
import { createPersonas, personaFailure, type StoredPersona } from '../../../lib/personas.ts';
import account from '../account.module.css';
import { JsonFileButton } from '../JsonFileButton.tsx';
import { saveJsonFile } from '../save-json-file.ts';
import { FormError } from '../SubmitForm.tsx';
import styles from './personas.module.css';
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
  const { error } = importing;
  return (
    <>
      <JsonFileButton
        fieldLabel={texts.file}
        look="outlined"
        disabled={importing.isPending}
        onFile={(file) => importing.mutate(file)}
      >
        {texts.import}
      </JsonFileButton>
      {personas.length > 0 && (
        <Button look="outlined" onClick={() => void saveJsonFile(texts.fileName, writePersonaFile(personas))}>
          {texts.exportAll}
        </Button>
      )}
      <p className={account.note}>{texts.note}</p>
      <output className={styles.report}>
        {importing.data?.map((line, index) => (
          <span key={index}>{line}</span>
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
