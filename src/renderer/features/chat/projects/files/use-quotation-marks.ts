import { type RefObject, useEffect } from 'react';
import { canHighlight } from '../../messages/find/can-highlight.ts';
import { patternOf } from '../../messages/find/hits.ts';
import { rangesIn } from '../../messages/find/ranges.ts';
import { rowAttribute } from '../../messages/rows-in-use.ts';
import './quotation-marks.module.css';

/** The name of the highlight in the style sheet. */
const NAME = 'clover-not-quoted';

/** Marks quotations in the reply that contains an element. Older browsers only show the list below the reply. */
export function useQuotationMarks(
  inside: RefObject<Element | null>,
  quotations: readonly string[] | null | undefined,
): void {
  useEffect(() => {
    const row = inside.current?.closest(`[${rowAttribute}]`);
    if (!canHighlight || !row || !quotations) return;
    const ranges = quotations.flatMap((quotation) => {
      const pattern = patternOf(quotation);
      return pattern ? rangesIn(row, pattern) : [];
    });
    // All replies share one highlight.
    const highlight = CSS.highlights.get(NAME) ?? new Highlight();
    for (const range of ranges) highlight.add(range);
    CSS.highlights.set(NAME, highlight);
    return () => {
      for (const range of ranges) highlight.delete(range);
    };
  }, [inside, quotations]);
}
