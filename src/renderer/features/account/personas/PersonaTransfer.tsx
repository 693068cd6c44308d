import { useMutation, useQueryClient } from '@tanstack/react-query';
import { writePersonaFile } from '../../../../shared/personas/persona-file.ts';
import { Button } from '../../../components/Button.tsx';
import { JsonFileButton } from '../../../components/JsonFileButton.tsx';
import { PersonaFileError, readPersonas } from '../../../components/persona/read-personas.ts';
import { personaFileTexts } from '../../../components/persona/texts.ts';
import { createPersonas, personaFailure } from '../../../lib/persona-changes.ts';
import type { ListedPersona } from '../../../lib/personas.ts';
import { saveJsonFile } from '../../../lib/save-json-file.ts';
import account from '../account.module.css';
import { FormError } from '../SubmitForm.tsx';
import styles from './personas.module.css';
import { personaTransferTexts as texts } from './texts.ts';

interface PersonaTransferProps {
  readonly userId: string;
  /** The user's own personas, without the published ones. */
  readonly personas: readonly ListedPersona[];
}

/** An import is stored completely or not at all. */
export function PersonaTransfer({ userId, personas }: PersonaTransferProps) {
  const client = useQueryClient();
  const importing = useMutation({
    mutationFn: async (file: File) => {
      const read = await readPersonas(file);
      if (read.personas.length > 0) await createPersonas(client, userId, read.personas);
      return [texts.imported({ count: read.personas.length }), ...read.notes];
    },
  });
  const { error } = importing;
  return (
    <>
      <JsonFileButton
        fieldLabel={personaFileTexts.file}
        look="outlined"
        disabled={importing.isPending}
        onFile={(file) => importing.mutate(file)}
      >
        {personaFileTexts.import}
      </JsonFileButton>
      {personas.length > 0 && (
        <Button
          look="outlined"
          onClick={() => void saveJsonFile(personaFileTexts.fileName, writePersonaFile(personas))}
        >
          {personaFileTexts.exportAll}
        </Button>
      )}
      <p className={account.note}>{personaFileTexts.note}</p>
      <output className={styles.report}>
        {importing.data?.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </output>
      {error && (
        <FormError>
          {error instanceof PersonaFileError ? error.message : personaFailure(error, texts.failed)}
        </FormError>
      )}
    </>
  );
}
