import { useContext, useEffect, useId, useRef, useState } from 'react';
import { isComposing } from '../../../lib/is-composing.ts';
import { shownLanguage } from '../../../lib/language.ts';
import { useChatScreen } from '../chat-context.ts';
import { pasteRichText } from '../composer/paste/paste-rich-text.ts';
import { FilesNote } from '../projects/files/lazy-preview.ts';
import {
  repeatedQuestion,
  ContextSourceContext,
  sourceBefore,
} from '../projects/files/previewed-question.ts';
import styles from './EditField.module.css';
import { messageTexts } from '../texts.ts';
import { openEdits } from './open-edits.ts';

interface EditFieldProps {
  readonly messageId: string;
  readonly text: string;
  /** A message without text is allowed if it has files. */
  readonly mayBeBlank: boolean;
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
}

/** Edits a sent message. Enter sends, Shift+Enter adds a line, Escape cancels. */
export function EditField({ messageId, text, mayBeBlank, onSend, onClose }: EditFieldProps) {
  const [typed, setTyped] = useState(() => openEdits.get(messageId) ?? text);
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);
  useEffect(() => {
    if (field.current) openEdits.set(messageId, field.current.value);
    const language = shownLanguage();
    return () => {
      if (shownLanguage() === language) openEdits.delete(messageId);
    };
  }, [messageId]);
  const type = (next: string) => {
    openEdits.set(messageId, next);
    setTyped(next);
  };
  const isBlank = !mayBeBlank && typed.trim() === '';
  const send = () => {
    if (isBlank) return;
    onClose();
    if (typed.trim() !== text.trim()) onSend(typed);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        dir="auto"
        rows={Math.min(8, Math.max(2, typed.split('\n').length))}
        aria-label={messageTexts.editField}
        aria-describedby={noteId}
        value={typed}
        onPaste={pasteRichText}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          } else if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            send();
          }
        }}
      />
      <div className={styles.foot}>
        <p id={noteId} className={styles.note}>
          {messageTexts.editNote}
        </p>
        <ProjectFiles messageId={messageId} text={typed} />
        <button type="button" className={styles.cancel} onClick={onClose}>
          {messageTexts.cancel}
        </button>
        <button type="submit" className={styles.send} disabled={isBlank}>
          {messageTexts.send}
        </button>
      </div>
    </form>
  );
}

/** Shows which parts of a project's files would be sent with the edited message. */
function ProjectFiles({ messageId, text }: Pick<EditFieldProps, 'messageId' | 'text'>) {
  const source = useContext(ContextSourceContext);
  const { model } = useChatScreen();
  const message = source?.rows.find(({ id }) => id === messageId);
  if (!source?.projectId || !message || !model) return null;
  return (
    <span className={styles.files}>
      <FilesNote
        projectId={source.projectId}
        question={repeatedQuestion(message, text)}
        source={sourceBefore(source, message)}
        models={[model]}
      />
    </span>
  );
}
