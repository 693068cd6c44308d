import { memo, useMemo } from 'react';
import styles from './LongText.module.css';
import { pieceLength, piecesOf } from './pieces.ts';

/** The pieces of texts with more characters are laid out only when they are visible. */
const MAX_EAGER_LENGTH = 64 * 1024;

/**
 * Browsers lay out a paragraph as one unit, which takes seconds for a megabyte without spaces, so long text
 * is split into blocks.
 */
export const LongText = memo(function LongText({ text }: { readonly text: string }) {
  const isLong = text.length > pieceLength;
  const pieces = useMemo(() => (isLong ? piecesOf(text) : []), [isLong, text]);
  if (!isLong) return text;
  return pieces.map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text only grows at its end, so a piece keeps its index
    <Piece key={index} text={piece} isDeferred={text.length > MAX_EAGER_LENGTH} />
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
