import { memo, useMemo } from 'react';
import styles from './LongText.module.css';
import { pieceLength, piecesOf } from './pieces.ts';

/** In characters. The pieces of longer texts are laid out only when they are visible. */
const MAX_EAGER_LENGTH = 64 * 1024;
/** The pieces that are always laid out. They fill more than a screen. */
const eagerPieces = 2;

interface LongTextProps {
  readonly text: string;
  /**
   * The end to scroll to. Its pieces are laid out immediately: otherwise, their heights would change when they become
   * visible, and some browsers would lose the scroll position.
   */
  readonly scrollsTo?: 'start' | 'end';
}

/**
 * Shows a long text in blocks, because browsers lay out a paragraph as one unit: a megabyte without spaces takes
 * seconds.
 */
export const LongText = memo(function LongText({ text, scrollsTo }: LongTextProps) {
  const isLong = text.length > pieceLength;
  const pieces = useMemo(() => (isLong ? piecesOf(text) : []), [isLong, text]);
  if (!isLong) return text;
  const first = scrollsTo === 'start' ? eagerPieces : 0;
  const last = pieces.length - (scrollsTo === 'end' ? eagerPieces : 0);
  const isDeferred = (index: number) => text.length > MAX_EAGER_LENGTH && index >= first && index < last;
  return pieces.map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text only grows at its end, so a piece keeps its index
    <Piece key={index} text={piece} isDeferred={isDeferred(index)} />
  ));
});

interface PieceProps {
  readonly text: string;
  readonly isDeferred: boolean;
}

const Piece = memo(function Piece({ text, isDeferred }: PieceProps) {
  return (
    <span className={styles.piece} dir="auto" data-deferred={isDeferred || undefined}>
      {text}
    </span>
  );
});
