import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Adds the row with the focus, which the virtualizer would otherwise unmount. */
export function withIndex(range: Range, index: number): number[] {
  const inView = defaultRangeExtractor(range);
  if (index < 0 || index >= range.count || inView.includes(index)) return inView;
  return [...inView, index].toSorted((a, b) => a - b);
}
