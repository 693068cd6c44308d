import { useId } from 'react';
import { replyDisplays, setReplyDisplay, useReplyDisplay } from '../lib/reply-display.ts';
import { Choice } from './Choice.tsx';
import styles from './ReplyDisplayControl.module.css';
import { replyDisplayTexts as texts } from './reply-display-texts.ts';

export function ReplyDisplayControl({ userId }: { readonly userId: string }) {
  const chosen = useReplyDisplay(userId);
  const noteId = useId();
  return (
    <div className={styles.control}>
      <Choice
        label={texts.title}
        options={replyDisplays}
        texts={texts.options}
        chosen={chosen}
        onChoose={(display) => setReplyDisplay(userId, display)}
        describedBy={noteId}
      />
      <p id={noteId} className={styles.note} aria-live="polite">
        {texts.notes[chosen]}
      </p>
    </div>
  );
}
