import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import {
  type AccountInstructions,
  accountInstructions,
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
import account from '../account.module.css';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { VersionConflict } from '../VersionConflict.tsx';
import styles from './InstructionsForm.module.css';
import { instructionsTexts as texts } from './texts.ts';

interface InstructionsFormProps {
  readonly userId: string;
  readonly stored: AccountInstructions;
}

/** The edited texts keep the revision that they are based on, so that another device's change is noticed. */
export function InstructionsForm({ userId, stored }: InstructionsFormProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useUnsaved(userId, 'instructions', accountInstructions);
  const fields = edited ?? stored;
  const form = useRef<HTMLFormElement>(null);
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
  /** Another device's change is overwritten only if its revision is given. */
  const saveEdited = (revision = fields.revision) => {
    if (isTooLong(fields.about, max) || isTooLong(fields.style, max))
      return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    if (edited && !save.isPending) save.mutate({ ...edited, revision });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveEdited();
  };
  return (
    <form ref={form} className={`${forms.form} ${styles.form}`} noValidate onSubmit={submit}>
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
        <VersionConflict
          title={texts.conflict.title}
          text={texts.conflict.text}
          other={
            hasInstructions(other)
              ? [other.about, other.style].filter((text) => text !== '').join('\n\n')
              : texts.conflict.empty
          }
        >
          <Button onClick={() => saveEdited(other.revision)}>{texts.conflict.keep}</Button>
          <Button
            look="outlined"
            onClick={() => {
              setEdited(null);
              save.reset();
            }}
          >
            {texts.conflict.other}
          </Button>
        </VersionConflict>
      )}
      {edited && !other && (
        <>
          <p>{texts.unsaved}</p>
          <div className={forms.actions}>
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? texts.busy : texts.save}
            </Button>
            <Button look="plain" disabled={save.isPending} onClick={() => setEdited(null)}>
              {texts.discard}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function Preview(instructions: Pick<AccountInstructions, 'about' | 'style'>) {
  return (
    <details className={styles.preview}>
      <summary>{texts.preview}</summary>
      <pre className={account.longText} dir="auto">
        {composeSystemPrompt({ installation: null, account: instructions, project: null, chat: null }).text}
      </pre>
    </details>
  );
}
