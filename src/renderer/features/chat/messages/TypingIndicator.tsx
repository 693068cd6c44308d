import { chatTexts } from '../texts.ts';
import styles from './TypingIndicator.module.css';

interface TypingIndicatorProps {
  /**
   * True while the reply is awaited, false while the message is being stored or the reply has begun
   * [CHAT-028].
   */
  readonly isProcessing: boolean;
  readonly isReadingFiles?: boolean | undefined;
}

export function TypingIndicator({ isProcessing, isReadingFiles }: TypingIndicatorProps) {
  return (
    <output className={styles.indicator}>
      <span className={styles.thinking}>
        {chatTexts.thinking}
        <Dots />
      </span>
      {isProcessing && (
        <span className={styles.processing}>
          {isReadingFiles ? chatTexts.readingFiles : chatTexts.processing}
        </span>
      )}
    </output>
  );
}

/**
 * Placeholders for a loading chat [CHAT-027]. They have no text, because no reply is being written.
 */
export function LoadingMessages() {
  return (
    <output className={styles.loading} aria-label={chatTexts.loadingMessages}>
      <span className={styles.bubble} aria-hidden />
      <span className={styles.bubble} aria-hidden />
    </output>
  );
}

function Dots() {
  return (
    <span className={styles.dots} aria-hidden>
      <i />
      <i />
      <i />
    </span>
  );
}
