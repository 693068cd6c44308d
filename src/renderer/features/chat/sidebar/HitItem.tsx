import { lineAttribute } from './use-line-focus.ts';
import styles from './HitItem.module.css';
import type { FoundMessage } from '../search/found-message.ts';
import { foundMessage } from '../search/marked-pieces.ts';
import { HitText } from '../search/HitText.tsx';
import type { Hit } from '../data/search-messages.ts';
import { sidebarTexts } from '../texts.ts';

interface HitItemProps {
  readonly lineId: string;
  readonly hit: Hit;
  readonly more: number;
  readonly isTabStop: boolean;
  readonly onSelect: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
  readonly onFocus: (lineId: string) => void;
}

export function HitItem({ lineId, hit, more, isTabStop, onSelect, onFocus }: HitItemProps) {
  return (
    <button
      type="button"
      className={styles.hit}
      tabIndex={isTabStop ? 0 : -1}
      {...{ [lineAttribute]: lineId }}
      onFocus={() => onFocus(lineId)}
      onClick={() => onSelect(hit.chatId, false, foundMessage(hit))}
    >
      <HitText hit={hit} titleClass={styles.title} excerptClass={styles.excerpt} />
      {more > 0 && <small className={styles.more}>{sidebarTexts.moreHits({ count: more })}</small>}
    </button>
  );
}
