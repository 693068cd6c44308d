import { IconCloudOff } from '@tabler/icons-react';
import { useChatEngine } from '../EngineContext.ts';
import { chatTexts } from '../texts.ts';
import styles from './QueuedNote.module.css';

/** Says that a message waits for the connection; Cancel takes its text back to the input. */
export function QueuedNote({ messageId }: { readonly messageId: string }) {
  const { outbox } = useChatEngine();
  return (
    <output className={styles.note}>
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      <span className={styles.text}>{chatTexts.queued}</span>
      <button type="button" className={styles.cancel} onClick={() => outbox?.cancel(messageId)}>
        {chatTexts.cancelQueued}
      </button>
    </output>
  );
}
