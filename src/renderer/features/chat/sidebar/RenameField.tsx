import { useEffect, useRef } from 'react';
import { cleanText } from '../../../../shared/domain/text.ts';
import { sidebarTexts } from '../texts.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import styles from './ChatListItem.module.css';

interface RenameFieldProps {
  readonly title: string;
  /** Called with a new title that is neither blank nor unchanged [CHAT-076]. */
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
}

/** Renames a chat in the list: Enter or leaving the field saves, Escape cancels [CHAT-017]. */
export function RenameField({ title, onSave, onCancel }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Escape removes the field, which triggers `blur`: that must not save.
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (text: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
    const cleaned = text === null ? '' : cleanText(text);
    if (cleaned === '' || cleaned === title) onCancel();
    else onSave(cleaned);
  };
  return (
    <input
      ref={field}
      className={styles.rename}
      dir="auto"
      defaultValue={title}
      aria-label={sidebarTexts.renameLabel}
      maxLength={500}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The focus moves to the chat's button: the same key press must not open the chat.
        event.preventDefault();
        end(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
    />
  );
}
