import { markedPieces } from './mark.ts';

/** An excerpt as plain text, with what matched set off. */
export function Marked({ excerpt }: { readonly excerpt: string }) {
  return markedPieces(excerpt).map(({ text, isHit }, index) =>
    isHit ? <mark key={index}>{text}</mark> : text,
  );
}
