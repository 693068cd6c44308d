import { memo, useMemo } from 'react';
import styles from './LongText.module.css';
import { pieceLength, piecesOf } from './pieces.ts';

/** A longer text (characters) is laid out where it is in view. */
const DEFERRED_ABOVE = 64 * 1024;

/**
 * Plain text of any length. A browser lays a paragraph out as a whole, and a megabyte without a space takes it many
 * seconds: a long text stands in pieces, each a block with its own direction. The white space is what surrounds it
 * makes of it.
 */
export const LongText = memo(function LongText({ text }: { readonly text: string }) {
  const isLong = text.length > pieceLength;
  const pieces = useMemo(() => (isLong ? piecesOf(text) : []), [isLong, text]);
  if (!isLong) return text;
  return pieces.map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text grows at its end: a piece is its place in it
    <Piece key={index} text={piece} isDeferred={text.length > DEFERRED_ABOVE} />
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
