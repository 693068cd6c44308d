import { chatTexts } from '../texts.ts';
import styles from './TypingIndicator.module.css';

interface TypingIndicatorProps {
  /** While the reply is requested, not while its indicator only lingers [CHAT-028]. */
  readonly isProcessing: boolean;
}

/** "Thinking" with animated dots [CHAT-029]. */
export function TypingIndicator({ isProcessing }: TypingIndicatorProps) {
  return (
    <output className={styles.indicator}>
      <span className={styles.thinking}>
        {chatTexts.thinking}
        <Dots />
      </span>
      {isProcessing && <span className={styles.processing}>{chatTexts.processing}</span>}
    </output>
  );
}

/** Two replies on their way, in the place of a conversation that is being loaded [CHAT-027]. */
export function LoadingMessages() {
  return (
    <output className={styles.loading} aria-label={chatTexts.loadingMessages}>
      {[0, 1].map((index) => (
        <div key={index} className={styles.bubble} aria-hidden>
          <span className={styles.thinking}>
            {chatTexts.thinking}
            <Dots />
          </span>
        </div>
      ))}
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
