import { lineAttribute } from '../sidebar/use-line-focus.ts';
import styles from './HitItem.module.css';
import { markedPieces } from './mark.ts';
import type { Hit } from './search-messages.ts';

interface HitItemProps {
  readonly lineId: string;
  readonly hit: Hit;
  readonly query: string;
  readonly isTabStop: boolean;
  readonly onSelect: (chatId: string, isOptimistic: boolean) => void;
  readonly onFocus: (lineId: string) => void;
}

/** A message that was found: its chat, and the words around the place, as plain text. */
export function HitItem({ lineId, hit, query, isTabStop, onSelect, onFocus }: HitItemProps) {
  return (
    <button
      type="button"
      className={styles.hit}
      tabIndex={isTabStop ? 0 : -1}
      {...{ [lineAttribute]: lineId }}
      onFocus={() => onFocus(lineId)}
      onClick={() => onSelect(hit.chatId, false)}
    >
      <span className={styles.title} dir="auto">
        {hit.title}
      </span>
      <span className={styles.excerpt} dir="auto">
        {markedPieces(hit.excerpt, query).map(({ text, isHit }, index) =>
          isHit ? <mark key={index}>{text}</mark> : text,
        )}
      </span>
    </button>
  );
}
