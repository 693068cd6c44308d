import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { promptVariablesOf } from '../../../../shared/domain/prompt-variables.ts';
import {
  type PromptContent,
  type PromptFault,
  freePromptName,
  promptFaultOf,
} from '../../../../shared/domain/saved-prompts.ts';
import { cleanText, toStorable } from '../../../../shared/domain/text.ts';
import { Button } from '../../../components/Button.tsx';
import { TextArea } from '../../../components/TextArea.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { changeLibrary, refusalOf } from '../../../lib/library-changes.ts';
import { listOf } from '../../../lib/locale.ts';
import { forgetRefusedChange, type RefusedChange, refusedFormOf } from '../../../lib/refused-changes.ts';
import { type SavedPrompt, savedPromptsQuery } from '../../../lib/saved-prompts.ts';
import { showToast } from '../../../lib/toast.ts';
import { forgetUnsaved } from '../../../lib/unsaved.ts';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { VersionConflict } from '../VersionConflict.tsx';
import { promptDraftOf, promptForm, refusedDraft } from './prompt-draft.ts';
import styles from './prompts.module.css';
import { promptFailureTexts, promptFaultTexts, promptFormTexts as texts, promptToasts } from './texts.ts';

interface PromptFormProps {
  readonly userId: string;
  /** Null for a new prompt. */
  readonly prompt: SavedPrompt | null;
  /** The initial fields of a new prompt. */
  readonly content?: PromptContent;
  /** The form starts with this change, which the service has refused. */
  readonly refused?: RefusedChange;
  readonly onClose: () => void;
}

const blank: PromptContent = { name: '', title: '', text: '' };

export function PromptForm({ userId, prompt, content: given, refused, onClose }: PromptFormProps) {
  const client = useQueryClient();
  // Text from a message or another prompt still exists there, so only typed text needs a draft.
  const knownId = prompt?.id ?? refused?.itemId;
  const formName = refused ? refusedFormOf(refused) : promptForm(knownId ?? null);
  const [draft] = useState(() => (given ? null : promptDraftOf(userId, formName)));
  const [restored] = useState(() => draft?.read() ?? null);
  const [start] = useState(
    () =>
      restored ??
      refusedDraft(refused) ?? { ...(given ?? prompt ?? blank), seen: prompt && contentOf(prompt) },
  );
  const [content, setContent] = useState<PromptContent>(start);
  /** The prompt as the user last saw it. Null if saving creates a prompt. */
  const [seen, setSeen] = useState<PromptContent | null>(start.seen);
  // A repeated request has the same id, because the first one may have been stored.
  const [id, setId] = useState(() => knownId ?? crypto.randomUUID());
  const [fault, setFault] = useState<PromptFault | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<SavedPrompt | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  // Drafts of older versions don't contain what the user saw. A copy has another id.
  const edited = seen ?? (prompt?.id === id ? prompt : null);
  const variables = promptVariablesOf(content.text);

  const type = (change: Partial<PromptContent>) => {
    const next = { ...content, ...change };
    setContent(next);
    setFault(null);
    draft?.write({ ...contentOf(next), seen });
  };
  const close = () => {
    if (draft) forgetUnsaved(userId, formName);
    onClose();
  };
  const closeForgetting = () => {
    if (refused) forgetRefusedChange(userId, refused);
    close();
  };
  /** Shows what another device did. */
  const showChange = async (itemId: string) => {
    const prompts = await client.fetchQuery(savedPromptsQuery(userId));
    const stored = prompts.find((each) => each.id === itemId) ?? null;
    setTheirs(stored);
    if (stored) return;
    setSeen(null);
    setFailure(texts.deleted);
  };
  const save = async (mine: PromptContent, known: PromptContent | null, itemId = id) => {
    const found = promptFaultOf(mine);
    flushSync(() => {
      setFault(found);
      setFailure(null);
    });
    if (found) return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    setBusy(true);
    try {
      const change = { list: 'prompts', itemId, value: { ...mine }, seen: known && { ...known } } as const;
      const result = await changeLibrary(client, userId, change);
      const refusal = refusalOf(result);
      if (refusal?.isConflict) await showChange(itemId);
      else if (refusal) setFailure(refusal.refused);
      else {
        if (result === 'done') showToast(promptToasts.saved);
        closeForgetting();
      }
    } catch {
      setFailure(promptFailureTexts.failed);
    } finally {
      setBusy(false);
    }
  };
  const saveCopy = async () => {
    const names = (client.getQueryData(savedPromptsQuery(userId).queryKey) ?? [])
      .filter(({ isPublished }) => !isPublished)
      .map(({ name }) => name);
    const mine = toContent({ ...content, name: freePromptName(content.name, names) });
    const copyId = crypto.randomUUID();
    setContent(mine);
    setSeen(null);
    setId(copyId);
    setTheirs(null);
    await save(mine, null, copyId);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !theirs) void save(toContent(content), seen);
  };
  const isNameWrong = fault === 'no-name' || fault === 'bad-name' || fault === 'long-name';
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <h4>{edited ? texts.edit({ name: edited.name }) : texts.create}</h4>
      {restored && <p className={styles.note}>{texts.restored}</p>}
      <TextField
        label={texts.name}
        name="prompt-name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        value={content.name}
        hint={texts.nameHint}
        error={isNameWrong ? promptFaultTexts[fault] : undefined}
        onChange={({ currentTarget }) => type({ name: currentTarget.value.replace(/^\/+/, '') })}
      />
      <TextField
        label={texts.title}
        name="prompt-title"
        autoComplete="off"
        dir="auto"
        value={content.title}
        error={fault === 'long-title' ? promptFaultTexts[fault] : undefined}
        onChange={({ currentTarget }) => type({ title: currentTarget.value })}
      />
      <TextArea
        label={texts.text}
        name="prompt-text"
        rows={10}
        dir="auto"
        value={content.text}
        hint={
          variables.length === 0
            ? texts.textHint
            : texts.fields({ names: listOf(variables.map(({ name }) => name)) })
        }
        error={fault === 'no-text' || fault === 'long-text' ? promptFaultTexts[fault] : undefined}
        onChange={({ currentTarget }) => type({ text: currentTarget.value })}
      />
      {failure && <FormError>{failure}</FormError>}
      {theirs ? (
        <VersionConflict
          title={texts.changed}
          text={texts.theirs}
          other={`/${theirs.name} ${theirs.title}\n\n${theirs.text}`}
        >
          <Button disabled={isBusy} onClick={() => void saveCopy()}>
            {texts.keepBoth}
          </Button>
          <Button
            look="outlined"
            disabled={isBusy}
            onClick={() => {
              const known = contentOf(theirs);
              setSeen(known);
              setTheirs(null);
              void save(toContent(content), known);
            }}
          >
            {texts.keepMine}
          </Button>
          <Button look="outlined" disabled={isBusy} onClick={closeForgetting}>
            {texts.keepTheirs}
          </Button>
        </VersionConflict>
      ) : (
        <div className={forms.actions}>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? texts.saving : texts.save}
          </Button>
          <Button look="outlined" disabled={isBusy} onClick={close}>
            {texts.cancel}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Doesn't trim the text, because its spaces may separate it from what the user types after it. */
const toContent = ({ name, title, text }: PromptContent): PromptContent => ({
  name: cleanText(name),
  title: cleanText(title),
  text: toStorable(text),
});

const contentOf = ({ name, title, text }: PromptContent): PromptContent => ({ name, title, text });
