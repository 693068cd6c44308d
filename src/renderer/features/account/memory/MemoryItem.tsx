import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import type { Memory } from '../../../../shared/account/memories.ts';
import { Button } from '../../../components/Button.tsx';
import { showUndo } from '../../../components/undo-toast.ts';
import { refusalOf, useLibraryChanges } from '../../../lib/library-changes.ts';
import { libraryTexts } from '../../../lib/library-texts.ts';
import { deleteMemory, saveMemory } from '../../../lib/memories.ts';
import { chatPath } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import account from '../account.module.css';
import { EditForm } from './EditForm.tsx';
import { editedFact, factForm } from './edited-facts.ts';
import styles from './memory.module.css';
import { memoryTexts as texts } from './texts.ts';

interface MemoryItemProps {
  readonly userId: string;
  readonly id: string;
  /** Null if another device has deleted the memory while this one edits it. */
  readonly memory: Memory | null;
  readonly onEdit: (id: string, isEdited: boolean) => void;
}

/** Shows existing and deleted memories, so that a deletion on another device doesn't reset the open form. */
export function MemoryItem({ userId, id, memory, onEdit }: MemoryItemProps) {
  const { waitingIds } = useLibraryChanges(userId);
  const [edited, setEdited] = useUnsaved(userId, factForm(id), editedFact);
  const editButton = useRef<HTMLButtonElement>(null);
  const item = useRef<HTMLLIElement>(null);
  const edit = (content: string | null) => {
    setEdited(content === null ? null : { ...edited, content });
    onEdit(id, content !== null);
  };
  const close = () => {
    // If the fact was deleted, its item disappears with the button.
    const heading = item.current?.closest('section')?.querySelector('h3');
    flushSync(() => edit(null));
    (editButton.current ?? heading)?.focus();
  };
  return (
    <li ref={item} className={account.item}>
      {memory ? (
        <div>
          <p className={account.name} dir="auto">
            {memory.content}
          </p>
          {waitingIds.has(id) && <p className={account.detail}>{libraryTexts.waiting}</p>}
        </div>
      ) : (
        !edited?.isNew && (
          <div>
            <p className={account.name}>{texts.deletedElsewhere.title}</p>
            <p>{texts.deletedElsewhere.message}</p>
          </div>
        )
      )}
      {edited ? (
        <EditForm userId={userId} memory={memory} text={edited.content} onChange={edit} onClose={close} />
      ) : (
        memory && <Actions userId={userId} memory={memory} editButton={editButton} onEdit={edit} />
      )}
    </li>
  );
}

interface ActionsProps {
  readonly userId: string;
  readonly memory: Memory;
  readonly editButton: RefObject<HTMLButtonElement | null>;
  readonly onEdit: (content: string | null) => void;
}

function Actions({ userId, memory, editButton, onEdit }: ActionsProps) {
  const { content, chat_id: chatId, message_id: messageId } = memory;
  const client = useQueryClient();
  const restore = async () => {
    try {
      const refusal = refusalOf(await saveMemory(client, userId, memory));
      if (refusal) showToast({ ...texts.restoreFailed, message: refusal.refused });
    } catch {
      showToast(texts.restoreFailed);
    }
  };
  const remove = useMutation({
    mutationFn: () => deleteMemory(client, userId, memory),
    onSuccess: (result) => {
      const refusal = refusalOf(result);
      if (refusal) showToast({ ...texts.deleteFailed, message: refusal.refused });
      else showUndo(texts.deleted, () => void restore());
    },
    onError: () => showToast(texts.deleteFailed),
  });
  return (
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
        onClick={() => onEdit(content)}
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
  );
}
