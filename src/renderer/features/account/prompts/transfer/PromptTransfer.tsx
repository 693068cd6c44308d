import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../../../../components/Button.tsx';
import { type SavedPrompt, savedPrompts } from '../../../../lib/saved-prompts.ts';
import { showToast } from '../../../../lib/toast.ts';
import { platform } from '../../../../platform/index.ts';
import forms from '../../forms.module.css';
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

interface PromptTransferProps {
  readonly userId: string;
  readonly prompts: readonly SavedPrompt[];
}

/** Imports and exports prompts. An import is stored completely or not at all. */
export function PromptTransfer({ userId, prompts }: PromptTransferProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
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
      await client.invalidateQueries({ queryKey: savedPrompts(userId).queryKey });
      setReport(read);
    } catch (error) {
      setFailure(importFailureOf(error));
    } finally {
      setBusy(false);
    }
  };
  const onChoose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // The same file can be chosen again.
    currentTarget.value = '';
    if (file) void importFile(file);
  };
  const exportFile = async () => {
    const name = `clover-prompts-${new Date().toISOString().slice(0, 10)}.json`;
    const blob = new Blob([toPromptFile(prompts)], { type: 'application/json' });
    try {
      if (await platform.saveFile(name, blob)) showToast(texts.exported);
    } catch {
      showToast(texts.exportFailed);
    }
  };
  return (
    <div className={styles.transfer}>
      <div className={forms.actions}>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={texts.file}
          onChange={onChoose}
        />
        <Button
          ref={opener}
          size="small"
          look="outlined"
          disabled={isBusy}
          onClick={() => input.current?.click()}
        >
          {isBusy ? texts.importing : texts.import}
        </Button>
        {prompts.length > 0 && (
          <Button size="small" look="outlined" onClick={() => void exportFile()}>
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
