import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../../../components/Button.tsx';
import { type SavedPrompt, savedPromptsQuery } from '../../../../lib/saved-prompts.ts';
import forms from '../../forms.module.css';
import { JsonFileButton } from '../../../../components/JsonFileButton.tsx';
import { saveJsonFile } from '../../../../lib/save-json-file.ts';
import { FormError } from '../../SubmitForm.tsx';
import { createPrompts } from '../prompt-changes.ts';
import { importFailureOf } from '../prompt-failure.ts';
import styles from '../prompts.module.css';
import { promptFileTexts as texts } from '../texts.ts';
import { ImportReport } from './ImportReport.tsx';
import {
  maxPromptFileBytes,
  PromptFileError,
  readPromptFile,
  type ReadPrompts,
  toPromptFile,
} from './read-prompt-file.ts';
import { reloadQuery } from '../../../../lib/reload-query.ts';

interface PromptTransferProps {
  readonly userId: string;
  readonly prompts: readonly SavedPrompt[];
}

/** An import is stored completely or not at all. */
export function PromptTransfer({ userId, prompts }: PromptTransferProps) {
  const client = useQueryClient();
  const opener = useRef<HTMLButtonElement>(null);
  const [report, setReport] = useState<ReadPrompts | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const importFile = async (file: File) => {
    setReport(null);
    setFailure(null);
    setBusy(true);
    try {
      if (file.size > maxPromptFileBytes) throw new PromptFileError('too-large');
      const read = readPromptFile(await file.text(), prompts);
      if (read.prompts.length > 0)
        await createPrompts(read.prompts.map((prompt) => ({ ...prompt, id: crypto.randomUUID() })));
      await reloadQuery(client, savedPromptsQuery(userId).queryKey);
      setReport(read);
    } catch (error) {
      setFailure(importFailureOf(error));
    } finally {
      setBusy(false);
    }
  };
  const exportFile = () => {
    const day = new Date().toISOString().slice(0, 10);
    void saveJsonFile(`clover-prompts-${day}.json`, toPromptFile(prompts));
  };
  return (
    <div className={styles.transfer}>
      <div className={forms.actions}>
        <JsonFileButton
          ref={opener}
          fieldLabel={texts.file}
          size="small"
          look="outlined"
          disabled={isBusy}
          onFile={(file) => void importFile(file)}
        >
          {isBusy ? texts.importing : texts.import}
        </JsonFileButton>
        {prompts.length > 0 && (
          <Button size="small" look="outlined" onClick={exportFile}>
            {texts.export}
          </Button>
        )}
      </div>
      <p className={styles.note}>{texts.formats}</p>
      {failure && <FormError>{failure}</FormError>}
      {report && (
        <ImportReport
          report={report}
          onClose={() => {
            setReport(null);
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
}
