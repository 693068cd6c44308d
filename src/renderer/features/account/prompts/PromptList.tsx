import { IconCopy, IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { showUndo } from '../../../components/undo-toast.ts';
import { changeLibrary, refusalOf, useLibraryChanges } from '../../../lib/library-changes.ts';
import { libraryTexts } from '../../../lib/library-texts.ts';
import { bestMatches } from '../../../lib/match.ts';
import type { RefusedChange } from '../../../lib/refused-changes.ts';
import type { SavedPrompt } from '../../../lib/saved-prompts.ts';
import { showToast, type Toast } from '../../../lib/toast.ts';
import { forgetUnsaved } from '../../../lib/unsaved.ts';
import { LoadError } from '../Section.tsx';
import { RefusedChanges } from '../RefusedChanges.tsx';
import { promptForm, refusedDraft, textOfRefused } from './prompt-draft.ts';
import styles from './prompts.module.css';
import { PromptTransfer } from './transfer/PromptTransfer.tsx';
import { promptFailureTexts, promptTexts as texts, promptToasts } from './texts.ts';

interface PromptListProps {
  readonly userId: string;
  readonly query: UseQueryResult<readonly SavedPrompt[]>;
  /** True after closing the form, which had the focus. */
  readonly takesFocus: boolean;
  readonly onCreate: () => void;
  readonly onEdit: (prompt: SavedPrompt) => void;
  readonly onEditRefused: (change: RefusedChange) => void;
  readonly onDuplicate: (prompt: SavedPrompt) => void;
}

export function PromptList(props: PromptListProps) {
  const { userId, query, takesFocus, onCreate, onEdit, onEditRefused, onDuplicate } = props;
  const { waitingIds } = useLibraryChanges(userId);
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const { data: all } = query;
  const prompts = all?.filter(({ isPublished }) => !isPublished);
  const find = (among: readonly SavedPrompt[]) =>
    bestMatches(search, among, ({ name, title, text }) => [name, `${title} ${text}`]);
  const shown = find(prompts ?? []);
  const published = find(all?.filter(({ isPublished }) => isPublished) ?? []);

  /** Resolves with true if the change is saved, on the service or on this device. */
  const save = async (prompt: SavedPrompt, isDeleted: boolean, failed: Toast): Promise<boolean> => {
    const { id: itemId, name, title, text } = prompt;
    const content = { name, title, text };
    const [value, seen] = isDeleted ? [null, content] : [content, null];
    try {
      const result = await changeLibrary(client, userId, { list: 'prompts', itemId, value, seen });
      const refusal = refusalOf(result);
      if (refusal) showToast({ ...failed, message: refusal.refused });
      return refusal === null;
    } catch {
      showToast({ ...failed, message: promptFailureTexts.failedAction });
      return false;
    }
  };
  const remove = async (prompt: SavedPrompt) => {
    if (!(await save(prompt, true, promptToasts.deleteFailed))) return;
    forgetUnsaved(userId, promptForm(prompt.id));
    showUndo(
      texts.removed({ name: prompt.name }),
      () => void save(prompt, false, promptToasts.restoreFailed),
    );
    // The focused button disappears with its prompt.
    field.current?.focus();
  };

  return (
    <>
      <p>{texts.lead}</p>
      <div className={styles.tools}>
        <input
          ref={field}
          type="search"
          className={styles.search}
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button size="small" onClick={onCreate}>
          {texts.create}
        </Button>
      </div>
      <LoadError query={query} text={prompts ? texts.fromDevice : texts.loadFailed} />
      {query.isPending && <p>{texts.loading}</p>}
      {prompts && (
        <output className={prompts.length > 0 && shown.length > 0 ? 'visually-hidden' : undefined}>
          {prompts.length === 0
            ? texts.empty
            : shown.length === 0
              ? texts.noMatch
              : texts.count({ count: shown.length })}
        </output>
      )}
      <RefusedChanges
        userId={userId}
        list="prompts"
        nameOf={(change) => `/${refusedDraft(change)?.name ?? ''}`}
        textOf={textOfRefused}
        onEdit={onEditRefused}
      />
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={texts.list}>
          {shown.map((prompt) => (
            <PromptItem
              key={prompt.id}
              prompt={prompt}
              isWaiting={waitingIds.has(prompt.id)}
              onEdit={() => onEdit(prompt)}
              onDuplicate={() => onDuplicate(prompt)}
              onRemove={() => void remove(prompt)}
            />
          ))}
        </ul>
      )}
      {published.length > 0 && (
        <>
          <h4>{texts.published}</h4>
          <p className={styles.note}>{texts.publishedNote}</p>
          <ul className={styles.list} aria-label={texts.published}>
            {published.map((prompt) => (
              <PromptItem key={prompt.id} prompt={prompt} onDuplicate={() => onDuplicate(prompt)} />
            ))}
          </ul>
        </>
      )}
      {prompts && <PromptTransfer userId={userId} prompts={prompts} />}
    </>
  );
}

interface PromptItemProps {
  readonly prompt: SavedPrompt;
  /** True if its change waits for a connection. */
  readonly isWaiting?: boolean;
  readonly onDuplicate: () => void;
  /** Missing for a published prompt, which only administrators change. */
  readonly onEdit?: () => void;
  readonly onRemove?: () => void;
}

function PromptItem({ prompt, isWaiting = false, onEdit, onDuplicate, onRemove }: PromptItemProps) {
  const { name, title, text } = prompt;
  return (
    <li className={styles.item}>
      <div className={styles.content}>
        <p className={styles.name}>
          <bdi>/{name}</bdi> {title && <bdi className={styles.title}>{title}</bdi>}
        </p>
        {isWaiting && <p className={styles.note}>{libraryTexts.waiting}</p>}
        <p className={styles.text} dir="auto">
          {text.slice(0, 300)}
        </p>
      </div>
      <div className={styles.actions}>
        {onEdit && (
          <ItemButton Icon={IconPencil} label={texts.editOf({ name })} title={texts.edit} onClick={onEdit} />
        )}
        <ItemButton
          Icon={IconCopy}
          label={texts.duplicateOf({ name })}
          title={texts.duplicate}
          onClick={onDuplicate}
        />
        {onRemove && (
          <ItemButton
            Icon={IconTrash}
            label={texts.removeOf({ name })}
            title={texts.remove}
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  );
}

interface ItemButtonProps {
  readonly Icon: TablerIcon;
  readonly label: string;
  readonly title: string;
  readonly onClick: () => void;
}

function ItemButton({ Icon, label, title, onClick }: ItemButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={title} onClick={onClick}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </button>
  );
}
