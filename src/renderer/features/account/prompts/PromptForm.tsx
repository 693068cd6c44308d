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
import { listOf } from '../../../lib/locale.ts';
import { type SavedPrompt, savedPromptsQuery } from '../../../lib/saved-prompts.ts';
import { showToast } from '../../../lib/toast.ts';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import { VersionConflict } from '../VersionConflict.tsx';
import { changePrompt, createPrompts, PromptFailure } from './prompt-changes.ts';
import { forgetPromptDraft, promptDraftOf } from './prompt-draft.ts';
import { saveFailureOf } from './prompt-failure.ts';
import styles from './prompts.module.css';
import { promptFaultTexts, promptFormTexts as texts, promptToasts } from './texts.ts';
import { reloadQuery } from '../../../lib/reload-query.ts';

interface PromptFormProps {
  readonly userId: string;
  /** Null for a new prompt. */
  readonly prompt: SavedPrompt | null;
  /** The initial fields of a new prompt. */
  readonly content?: PromptContent;
  readonly onClose: () => void;
}

const blank: PromptContent = { name: '', title: '', text: '' };

export function PromptForm({ userId, prompt, content: given, onClose }: PromptFormProps) {
  const client = useQueryClient();
  // Text from a message or another prompt still exists there, so only typed text needs a draft.
  const [draft] = useState(() => (given ? null : promptDraftOf(userId, prompt?.id ?? null)));
  const [restored] = useState(() => draft?.read() ?? null);
  const [content, setContent] = useState<PromptContent>(restored ?? given ?? prompt ?? blank);
  /** The prompt as this form last read it. Null if saving creates a prompt. */
  const [base, setBase] = useState(prompt && { ...prompt, revision: restored?.revision ?? prompt.revision });
  const [newId, setNewId] = useState(() => crypto.randomUUID());
  const [fault, setFault] = useState<PromptFault | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<SavedPrompt | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const variables = promptVariablesOf(content.text);

  const type = (change: Partial<PromptContent>) => {
    const next = { ...content, ...change };
    setContent(next);
    setFault(null);
    draft?.write({ ...next, revision: base?.revision ?? 0 });
  };
  const close = () => {
    if (draft) forgetPromptDraft(userId, prompt?.id ?? null);
    onClose();
  };
  /** Shows the other device's version. If both are equal, the user's change is already saved. */
  const showChange = async (id: string, mine: PromptContent) => {
    const prompts = await client.fetchQuery({ ...savedPromptsQuery(userId), staleTime: 0 });
    const stored = prompts.find((each) => each.id === id);
    if (stored && isSame(stored, mine)) return close();
    setTheirs(stored ?? null);
    if (stored) return;
    setBase(null);
    setFailure(texts.deleted);
  };
  const save = async (mine: PromptContent, target: SavedPrompt | null, id = newId) => {
    const found = promptFaultOf(mine);
    flushSync(() => {
      setFault(found);
      setFailure(null);
    });
    if (found) return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    setBusy(true);
    try {
      await (target ? changePrompt(target, mine) : createPrompts([{ ...mine, id }]));
      await reloadQuery(client, savedPromptsQuery(userId).queryKey);
      showToast(promptToasts.saved);
      close();
    } catch (error) {
      if (error instanceof PromptFailure && error.code === 'changed')
        await showChange(target?.id ?? id, mine).catch(() => setFailure(saveFailureOf(error)));
      else setFailure(saveFailureOf(error));
    } finally {
      setBusy(false);
    }
  };
  const saveCopy = async () => {
    const names = (client.getQueryData(savedPromptsQuery(userId).queryKey) ?? [])
      .filter(({ isPublished }) => !isPublished)
      .map(({ name }) => name);
    const mine = toContent({ ...content, name: freePromptName(content.name, names) });
    const id = crypto.randomUUID();
    setContent(mine);
    setBase(null);
    setNewId(id);
    setTheirs(null);
    await save(mine, null, id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !theirs) void save(toContent(content), base);
  };
  const isNameWrong = fault === 'no-name' || fault === 'bad-name' || fault === 'long-name';
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <h4>{base ? texts.edit({ name: base.name }) : texts.create}</h4>
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
              setBase(theirs);
              setTheirs(null);
              void save(toContent(content), theirs);
            }}
          >
            {texts.keepMine}
          </Button>
          <Button look="outlined" disabled={isBusy} onClick={close}>
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

const isSame = (a: PromptContent, b: PromptContent): boolean =>
  a.name === b.name && a.title === b.title && a.text === b.text;
