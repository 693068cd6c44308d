import type { Hit } from '../data/search-messages.ts';
import { archiveTexts } from '../archive/texts.ts';
import styles from './HitText.module.css';
import { markedPieces } from './marked-pieces.ts';
import { plainExcerpt } from './plain-excerpt.ts';

interface HitTextProps {
  readonly hit: Hit;
  readonly titleClass: string | undefined;
  readonly excerptClass: string | undefined;
}

/** Shows the title of a found chat. For a found message, also shows the text around the match. */
export function HitText({ hit, titleClass, excerptClass }: HitTextProps) {
  const { messageId, title, excerpt, isArchived } = hit;
  return (
    <>
      <span className={`${styles.line} ${titleClass}`}>
        <span className={styles.title} dir="auto">
          {messageId === null ? <MarkedExcerpt excerpt={excerpt} /> : title}
        </span>
        {isArchived && <small className={styles.archived}>{archiveTexts.archived}</small>}
      </span>
      {messageId !== null && (
        <span className={excerptClass} dir="auto">
          <MarkedExcerpt excerpt={plainExcerpt(excerpt)} />
        </span>
      )}
    </>
  );
}

export function MarkedExcerpt({ excerpt }: { readonly excerpt: string }) {
  return markedPieces(excerpt).map(({ text, isHit }, index) =>
    isHit ? (
      <mark key={index} className={styles.match}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
