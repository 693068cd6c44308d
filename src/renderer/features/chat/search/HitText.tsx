import type { Hit } from '../data/search-messages.ts';
import { archiveTexts } from '../archive/texts.ts';
import styles from './HitText.module.css';
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

interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** The service puts these characters around each match, after removing them from the text itself. */
const BEGIN = '\u0002';
const END = '\u0003';

/** Splits an excerpt at its marks. The last match may be cut off. */
export function markedPieces(excerpt: string): Piece[] {
  const [before = '', ...marked] = excerpt.split(BEGIN);
  const pieces = [{ text: before, isHit: false }];
  for (const piece of marked) {
    const [hit = '', ...after] = piece.split(END);
    pieces.push({ text: hit, isHit: true }, { text: after.join(''), isHit: false });
  }
  return pieces.filter(({ text }) => text !== '');
}
