import { useEffect, useRef } from 'react';
import { cleanText } from '../../../../shared/domain/text.ts';
import { sidebarTexts } from '../texts.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import styles from './ChatListItem.module.css';

interface RenameFieldProps {
  readonly title: string;
  /** Called with a new title that is neither blank nor the old one [CHAT-076]. */
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
}

/** A chat's title being edited in its place: Enter saves, Escape cancels, leaving the field saves [CHAT-017]. */
export function RenameField({ title, onSave, onCancel }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Escape takes the field away, which makes it lose the focus: it must not save then.
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
        // The focus moves on to the chat's button: the same press must not open the chat as well.
        event.preventDefault();
        end(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
    />
  );
}
