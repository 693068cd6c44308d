import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useChatEngine } from '../chat-context.ts';
import { chatTexts, chatToasts, titleDialogTexts } from '../texts.ts';
import styles from './ChatTitle.module.css';
import { lazyComponent } from '../../../components/lazy-component.tsx';

const TitleDialog = lazyComponent(async () => (await import('./TitleDialog.tsx')).TitleDialog, {
  look: 'dialog',
});

interface ChatTitleProps {
  /** Null until the chat is stored. It can't be renamed before that [CHAT-064]. */
  readonly chatId: string | null;
  readonly title: string | null;
}

/** The chat's title. Clicking it opens the dialog [CHAT-024, CHAT-044]. */
export function ChatTitle({ chatId: storedId, title: known }: ChatTitleProps) {
  const { changes } = useChatEngine();
  const [edited, setEdited] = useState<string | null>(null);
  // A title can't be changed before it is loaded.
  const chatId = known === null ? null : storedId;
  const title = known ?? (storedId === null ? chatTexts.newChat : chatTexts.chat);
  return (
    <>
      <h1 className={styles.title} title={title} aria-label={title} dir="auto">
        {chatId === null ? (
          <span className={styles.text}>{title}</span>
        ) : (
          <button
            type="button"
            className={styles.edit}
            data-shortcut="rename"
            aria-label={titleDialogTexts.open({ title })}
            onClick={() => setEdited(chatId)}
          >
            <span className={styles.text} dir="auto">
              {title}
            </span>
            <IconPencil size={14} stroke={1.75} aria-hidden />
          </button>
        )}
      </h1>
      {chatId !== null && edited === chatId && (
        <TitleDialog
          title={title}
          onClose={() => setEdited(null)}
          onSave={(next) =>
            void changes?.rename(chatId, next, {
              succeeded: chatToasts.titleUpdated,
              failed: chatToasts.titleFailed,
            })
          }
        />
      )}
    </>
  );
}
