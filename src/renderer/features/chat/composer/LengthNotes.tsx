import { chatLimits } from '../constants.ts';
import { composerTexts } from '../texts.ts';
import styles from './Composer.module.css';

export function LengthNotes({ length }: { readonly length: number }) {
  const tone = counterTone(length);
  return (
    <>
      <output className={styles.warning}>{isTooLongToRead(length) && composerTexts.longWarning}</output>
      {tone && (
        <span className={styles.counter} data-tone={tone} aria-label={composerTexts.count({ count: length })}>
          {length}
        </span>
      )}
    </>
  );
}

/** The color of the character counter. Null hides it [CHAT-074]. */
type CounterTone = 'calm' | 'long' | 'very-long' | null;

export function counterTone(length: number): CounterTone {
  if (length > chatLimits.counterVeryLongAbove) return 'very-long';
  if (length > chatLimits.counterLongAbove) return 'long';
  return length > chatLimits.counterAbove ? 'calm' : null;
}

/** True if the input should suggest splitting the message [CHAT-075]. */
export function isTooLongToRead(length: number): boolean {
  return length > chatLimits.warningAbove;
}
