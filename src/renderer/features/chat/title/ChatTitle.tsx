import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useRenameChatMutation } from '../mutations.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatToasts, titleDialogTexts, titleDialogTexts as texts } from '../texts.ts';
import styles from './ChatTitle.module.css';
import { cleanText } from '../../../../shared/domain/text.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';

interface ChatTitleProps {
  /** Null until the chat is stored: then it can't be renamed [CHAT-064]. */
  readonly chatId: string | null;
  readonly title: string;
}

const toasts = { succeeded: chatToasts.titleUpdated, failed: chatToasts.titleFailed };

/** The title in the top bar [CHAT-024]; clicking it opens the dialog [CHAT-044]. */
export function ChatTitle({ chatId, title }: ChatTitleProps) {
  const { userId } = useChatEngine();
  const rename = useRenameChatMutation(userId, toasts);
  const [edited, setEdited] = useState<string | null>(null);
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
            onClick={() => setEdited(chatId)}
          >
            <span dir="auto">{title}</span>
            <IconPencil size={14} stroke={1.75} aria-hidden />
          </button>
        )}
      </h1>
      {chatId !== null && edited === chatId && (
        <TitleDialog
          title={title}
          onClose={() => setEdited(null)}
          onSave={(next) => rename.mutate({ chatId, title: next })}
        />
      )}
    </>
  );
}

interface TitleDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Called with a new title that is neither blank nor unchanged [CHAT-076]. */
  readonly onSave: (title: string) => void;
}

/** Edit Chat Title [CHAT-043]. Save closes it [CHAT-044]; Cancel and Escape close it without a change. */
function TitleDialog({ title, onClose, onSave }: TitleDialogProps) {
  const [text, setText] = useState(title);
  const cleaned = cleanText(text);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (cleaned === '') return;
          if (cleaned !== title) onSave(cleaned);
          onClose();
        }}
      >
        <input
          className={styles.field}
          data-autofocus
          dir="auto"
          value={text}
          placeholder={texts.placeholder}
          aria-label={texts.placeholder}
          autoComplete="off"
          maxLength={500}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <DialogActions>
          <Button look="plain" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={cleaned === ''}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
