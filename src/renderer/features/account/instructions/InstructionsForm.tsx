import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import {
  type AccountInstructions,
  hasInstructions,
  maxAccountInstructionsLength as max,
} from '../../../../shared/account/instructions.ts';
import { composeSystemPrompt } from '../../../../shared/domain/compose-prompt.ts';
import { cleanText } from '../../../../shared/domain/text.ts';
import { Button } from '../../../components/Button.tsx';
import { CountedArea, isTooLong } from '../../../components/CountedArea.tsx';
import { Switch } from '../../../components/Switch.tsx';
import { saveInstructions } from '../../../lib/account-instructions.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { InstructionsConflict } from './InstructionsConflict.tsx';
import styles from './InstructionsForm.module.css';
import { instructionsTexts as texts } from './texts.ts';

interface InstructionsFormProps {
  readonly userId: string;
  readonly stored: AccountInstructions;
}

/** The edited texts keep the revision that they are based on, so that another device's change is noticed. */
export function InstructionsForm({ userId, stored }: InstructionsFormProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useUnsaved<AccountInstructions>(`instructions:${userId}`);
  const fields = edited ?? stored;
  const save = useMutation({
    mutationFn: (changed: AccountInstructions) =>
      saveInstructions(client, userId, {
        ...changed,
        about: cleanText(changed.about),
        style: cleanText(changed.style),
      }),
    onSuccess: ({ is_saved: isSaved }) => {
      if (!isSaved) return;
      setEdited(null);
      showToast(texts.saved);
    },
  });
  const other = save.data?.is_saved === false && edited ? save.data.stored : null;
  const change = (changed: Partial<AccountInstructions>) => setEdited({ ...fields, ...changed });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isTooLong(fields.about, max) || isTooLong(fields.style, max))
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    if (edited && !save.isPending) save.mutate(edited);
  };
  return (
    <form className={`${forms.form} ${styles.form}`} noValidate onSubmit={submit}>
      {(['about', 'style'] as const).map((name) => (
        <CountedArea
          key={name}
          name={name}
          label={texts[name].label}
          placeholder={texts[name].placeholder}
          rows={5}
          max={max}
          value={fields[name]}
          readOnly={save.isPending}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
        />
      ))}
      <Switch
        label={texts.use.label}
        note={texts.use.note}
        isOn={fields.is_used}
        isDisabled={save.isPending}
        onChange={(isOn) => change({ is_used: isOn })}
      />
      {hasInstructions(fields) && <Preview {...fields} />}
      {save.error && <FormError>{texts.failed}</FormError>}
      {other && (
        <InstructionsConflict
          other={other}
          onKeep={() => save.mutate({ ...fields, revision: other.revision })}
          onReplace={() => {
            setEdited(null);
            save.reset();
          }}
        />
      )}
      {edited && !other && (
        <>
          <p>{texts.unsaved}</p>
          <div className={forms.actions}>
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? texts.busy : texts.save}
            </Button>
            <Button look="plain" onClick={() => setEdited(null)}>
              {texts.discard}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function Preview(account: Pick<AccountInstructions, 'about' | 'style'>) {
  return (
    <details className={styles.preview}>
      <summary>{texts.preview}</summary>
      <pre dir="auto">
        {composeSystemPrompt({ installation: null, account, project: null, chat: null }).text}
      </pre>
    </details>
  );
}
