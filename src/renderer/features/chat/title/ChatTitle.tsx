import { IconPencil } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { fetchPart } from '../../../lib/fetch-part.ts';
import { useRenameChatMutation } from '../data/mutations.ts';
import { useChatEngine } from '../EngineContext.ts';
import { chatToasts, titleDialogTexts } from '../texts.ts';
import styles from './ChatTitle.module.css';
import type { TitleDialogProps } from './TitleDialog.tsx';

interface ChatTitleProps {
  /** Null for a chat that the service does not have yet: it has no title to edit [CHAT-064]. */
  readonly chatId: string | null;
  readonly title: string;
}

const toasts = { succeeded: chatToasts.titleUpdated, failed: chatToasts.titleFailed };

/** The title in the top bar [CHAT-024]; a stored one opens its dialog, which is fetched then [CHAT-044]. */
export function ChatTitle({ chatId, title }: ChatTitleProps) {
  const { userId } = useChatEngine();
  const rename = useRenameChatMutation(userId, toasts);
  const [edited, setEdited] = useState<string | null>(null);
  const [Dialog, setDialog] = useState<ComponentType<TitleDialogProps> | null>(null);
  const open = async (id: string) => {
    const part = await fetchPart(() => import('./TitleDialog.tsx'));
    if (!part) return;
    setDialog(() => part.TitleDialog);
    setEdited(id);
  };
  return (
    <>
      <h1 className={styles.title} title={title} aria-label={title} dir="auto">
        {chatId === null ? (
          title
        ) : (
          <button
            type="button"
            className={styles.edit}
            data-shortcut="rename"
            aria-label={titleDialogTexts.open(title)}
            onClick={() => void open(chatId)}
          >
            <span dir="auto">{title}</span>
            <IconPencil size={14} stroke={1.75} aria-hidden />
          </button>
        )}
      </h1>
      {Dialog && chatId !== null && edited === chatId && (
        <Dialog
          title={title}
          onClose={() => setEdited(null)}
          onSave={(next) => rename.mutate({ chatId, title: next })}
        />
      )}
    </>
  );
}
