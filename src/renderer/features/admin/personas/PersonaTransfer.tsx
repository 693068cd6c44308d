import { useMutation, useQueryClient } from '@tanstack/react-query';
import { writePersonaFile } from '../../../../shared/personas/persona-file.ts';
import { Button } from '../../../components/Button.tsx';
import { JsonFileButton } from '../../../components/JsonFileButton.tsx';
import { PersonaFileError } from '../../../components/persona/read-personas.ts';
import { personaFileTexts } from '../../../components/persona/texts.ts';
import { failureMessage } from '../../../lib/invoke.ts';
import { saveJsonFile } from '../../../lib/save-json-file.ts';
import { showToast } from '../../../lib/toast.ts';
import { publishedPersonaList, publishFile, type PublishedPersona } from './queries.ts';
import { publishedPersonaTexts as texts } from './texts.ts';

/** Publishes the personas of a file, and saves the published ones as a file. */
export function PersonaTransfer({ personas }: { readonly personas: readonly PublishedPersona[] }) {
  const client = useQueryClient();
  const importing = useMutation({
    mutationFn: (file: File) => publishFile(file, personas),
    onSuccess: ({ list, count, notes }) => {
      client.setQueryData(publishedPersonaList.queryKey, list);
      showToast({
        title: texts.imported({ count }),
        message: [...notes].join(' '),
        variant: notes.length > 0 ? 'warning' : 'success',
      });
    },
    onError: (error) =>
      showToast({
        title: texts.importFailed,
        message: error instanceof PersonaFileError ? error.message : failureMessage(error),
        variant: 'destructive',
      }),
  });
  return (
    <>
      <JsonFileButton
        fieldLabel={personaFileTexts.file}
        look="outlined"
        title={personaFileTexts.note}
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
    </>
  );
}
