import { IconCloudOff } from '@tabler/icons-react';
import { useChatEngine } from '../chat-context.ts';
import { chatTexts } from '../texts.ts';
import styles from './QueuedNote.module.css';

/** Says what a message waits for; Cancel puts its text back in the input. */
export function QueuedNote({ messageId }: { readonly messageId: string }) {
  const { outbox } = useChatEngine();
  return (
    <output className={styles.note}>
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      <span className={styles.text}>
        {chatTexts[outbox.needsModel(messageId) ? 'queuedForModels' : 'queued']}
      </span>
      <button type="button" className={styles.cancel} onClick={() => outbox.cancel(messageId)}>
        {chatTexts.cancelQueued}
      </button>
    </output>
  );
}
