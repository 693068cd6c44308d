import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { type Memory, maxMemoryLength as max } from '../../../../shared/account/memories.ts';
import { Button } from '../../../components/Button.tsx';
import { CountedArea, isTooLong } from '../../../components/CountedArea.tsx';
import { showUndo } from '../../../components/undo-toast.ts';
import { changeMemory, deleteMemories, memoryRefusal, saveMemory } from '../../../lib/memories.ts';
import { chatPath } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import account from '../account.module.css';
import forms from '../forms.module.css';
import { FormError } from '../SubmitForm.tsx';
import styles from './memory.module.css';
import { memoryTexts as texts } from './texts.ts';

/** The service refuses a memory of a message that no longer exists. */
const notAllowed = '42501';
const refusedRow = z.object({ code: z.literal(notAllowed) });

const editedMemory = z.object({ content: z.string() });

interface MemoryItemProps {
  readonly userId: string;
  readonly memory: Memory;
}

export function MemoryItem({ userId, memory }: MemoryItemProps) {
  const { id, content, chat_id: chatId, message_id: messageId } = memory;
  const client = useQueryClient();
  const [edited, setEdited] = useUnsaved(userId, `memory-${id}`, editedMemory);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEdited(null));
    editButton.current?.focus();
  };
  const restore = async () => {
    const source = { chat_id: null, message_id: null };
    try {
      await saveMemory(client, userId, memory).catch((error: unknown) => {
        if (!refusedRow.safeParse(error).success) throw error;
        return saveMemory(client, userId, { ...memory, ...source });
      });
    } catch (error) {
      const reason = memoryRefusal(error);
      showToast(reason === null ? texts.restoreFailed : { ...texts.restoreFailed, message: reason });
    }
  };
  const remove = useMutation({
    mutationFn: () => deleteMemories(client, userId, [id]),
    onSuccess: () => {
      setEdited(null);
      showUndo(texts.deleted, () => void restore());
    },
    onError: () => showToast(texts.deleteFailed),
  });
  return (
    <li className={account.item}>
      <p className={account.name} dir="auto">
        {content}
      </p>
      {edited ? (
        <EditForm
          userId={userId}
          memory={memory}
          text={edited.content}
          onChange={(text) => setEdited({ content: text })}
          onClose={close}
        />
      ) : (
        <div className={styles.actions}>
          {chatId !== null && messageId !== null && (
            <Link to={chatPath(chatId, messageId)} aria-label={texts.sourceOf({ content })}>
              {texts.source}
            </Link>
          )}
          <Button
            ref={editButton}
            size="small"
            look="plain"
            aria-label={texts.editOf({ content })}
            onClick={() => setEdited({ content })}
          >
            {texts.edit}
          </Button>
          <Button
            size="small"
            look="plain"
            aria-label={texts.deleteOf({ content })}
            disabled={remove.isPending}
            onClick={({ currentTarget }) => {
              // The focused button disappears with its fact.
              const heading = currentTarget.closest('section')?.querySelector('h3');
              remove.mutate(undefined, { onSuccess: () => heading?.focus() });
            }}
          >
            {texts.delete}
          </Button>
        </div>
      )}
    </li>
  );
}

interface EditFormProps extends MemoryItemProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onClose: () => void;
}

function EditForm({ userId, memory, text, onChange, onClose }: EditFormProps) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => changeMemory(client, userId, memory, text),
    onSuccess: (isSaved) => (isSaved ? onClose() : showToast(texts.changed)),
  });
  const canSave = text.trim() !== '' && !isTooLong(text, max) && !save.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) save.mutate();
  };
  return (
    <form className={forms.form} noValidate onSubmit={submit}>
      <CountedArea
        name="content"
        label={texts.fact}
        rows={2}
        max={max}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a click on Edit, which disappears
        autoFocus
        readOnly={save.isPending}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {save.error && <FormError>{texts.failed}</FormError>}
      <div className={forms.actions}>
        <Button type="submit" size="small" disabled={!canSave}>
          {texts.save}
        </Button>
        <Button size="small" look="plain" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
