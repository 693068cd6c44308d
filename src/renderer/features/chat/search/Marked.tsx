import { markedPieces } from './mark.ts';

export function Marked({ excerpt }: { readonly excerpt: string }) {
  return markedPieces(excerpt).map(({ text, isHit }, index) =>
    isHit ? <mark key={index}>{text}</mark> : text,
  );
}
