import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
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
import { instructionsId, instructionsQuery } from '../../../lib/account-instructions.ts';
import {
  changeLibrary,
  type LibraryResult,
  refusalOf,
  useLibraryChanges,
} from '../../../lib/library-changes.ts';
import { libraryTexts } from '../../../lib/library-texts.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import account from '../account.module.css';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { VersionConflict } from '../VersionConflict.tsx';
import {
  contentOf,
  type InstructionsDraft,
  instructionsDraft,
  instructionsForm,
} from './instructions-draft.ts';
import styles from './InstructionsForm.module.css';
import { instructionsTexts as texts } from './texts.ts';

type Saved = LibraryResult | { readonly other: AccountInstructions };

interface InstructionsFormProps {
  readonly userId: string;
  readonly stored: AccountInstructions;
}

/** The edited texts keep those that the user saw before, so that another device's change is noticed. */
export function InstructionsForm({ userId, stored }: InstructionsFormProps) {
  const client = useQueryClient();
  const { waitingIds } = useLibraryChanges(userId);
  const [edited, setEdited] = useUnsaved(userId, instructionsForm, instructionsDraft);
  const fields = edited ?? stored;
  const form = useRef<HTMLFormElement>(null);
  const save = useMutation({
    mutationFn: async ({ seen, about, style, is_used }: InstructionsDraft): Promise<Saved> => {
      const value = { about: cleanText(about), style: cleanText(style), is_used };
      const change = { list: 'instructions', itemId: instructionsId, value, seen } as const;
      const result = await changeLibrary(client, userId, change);
      const refusal = refusalOf(result);
      if (!refusal?.isConflict) return refusal ?? result;
      return { other: await client.fetchQuery({ ...instructionsQuery(userId), staleTime: 0 }) };
    },
    onSuccess: (result) => {
      if (typeof result === 'object') return;
      setEdited(null);
      if (result === 'done') showToast(texts.saved);
    },
  });
  const { data } = save;
  const other = typeof data === 'object' && 'other' in data && edited ? data.other : null;
  const failure = save.error
    ? texts.failed
    : typeof data === 'object' && 'refused' in data
      ? data.refused
      : null;
  const change = (changed: Partial<AccountInstructions>) =>
    setEdited({ ...contentOf(fields), seen: edited ? edited.seen : contentOf(stored), ...changed });
  /** Another device's change is overwritten only if the user has seen it. */
  const saveEdited = (seen = edited?.seen ?? null) => {
    if (isTooLong(fields.about, max) || isTooLong(fields.style, max))
      return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    if (edited && !save.isPending) save.mutate({ ...edited, seen });
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
      {waitingIds.has(instructionsId) && <p className={account.detail}>{libraryTexts.waiting}</p>}
      {failure && <FormError>{failure}</FormError>}
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
          <Button onClick={() => saveEdited(contentOf(other))}>{texts.conflict.keep}</Button>
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
