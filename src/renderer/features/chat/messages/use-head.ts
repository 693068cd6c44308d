import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { foldedPart } from './fold.ts';
import { rowsInUse } from './rows-in-use.ts';
import { rowKey } from './split.ts';
import { useIsPrinting } from './use-is-printing.ts';

/** The height (px) of the button above the oldest message, as in the style sheet. */
const OLDER_BUTTON_HEIGHT = 56;
/** An offset larger than any conversation, which makes the browser scroll to the end. */
const END_OFFSET = 1_000_000_000;

interface HeadOptions {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly contentRef: RefObject<HTMLElement | null>;
  readonly hasOlder: boolean;
}

/**
 * Virtualizes the older part of a conversation. Rows in use stay mounted, older messages appear without
 * moving the view, and all loaded rows are printed.
 */
export function useHead(head: readonly ShownMessage[], { scrollerRef, contentRef, hasOlder }: HeadOptions) {
  const isPrinting = useIsPrinting();
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (isPrinting) return Array.from({ length: range.count }, (_, index) => index);
      const list = contentRef.current;
      const inUse = list ? rowsInUse(list, (id) => head.findIndex((message) => message.id === id)) : [];
      return [...new Set([...defaultRangeExtractor(range), ...inUse])].toSorted((a, b) => a - b);
    },
    [contentRef, head, isPrinting],
  );
  // oxlint-disable-next-line react/incompatible-library -- its functions are used here only, and never memoized
  const virtualizer = useVirtualizer({
    count: head.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: useCallback(
      (index: number) => {
        const message = head[index];
        return message ? estimateHeight(message) : 0;
      },
      [head],
    ),
    getItemKey: useCallback(
      (index: number) => {
        const message = head[index];
        return message ? rowKey(message) : index;
      },
      [head],
    ),
    rangeExtractor,
    overscan: 6,
    // Keeps the view in place when rows appear above it.
    anchorTo: 'end',
    initialOffset: END_OFFSET,
    initialRect: { width: 0, height: 700 },
    paddingStart: hasOlder ? OLDER_BUTTON_HEIGHT : 0,
  });

  // Row heights depend on the width. When the width changes, rows are measured again, and the visible row
  // keeps its position.
  const width = virtualizer.scrollRect?.width ?? 0;
  const measuredAt = useRef(width);
  useLayoutEffect(() => {
    const before = measuredAt.current;
    measuredAt.current = width;
    if (before === 0 || before === width || head.length === 0) return;
    const offset = scrollerRef.current?.scrollTop ?? 0;
    const item = virtualizer.getVirtualItemForOffset(offset);
    virtualizer.measure();
    for (const row of virtualizer.elementsCache.values()) virtualizer.measureElement(row);
    if (item && item.end > offset) virtualizer.scrollToIndex(item.index, { align: 'start' });
  }, [head.length, scrollerRef, virtualizer, width]);

  /**
   * Must be called after the scroll position was set. Otherwise, the virtualizer would use the old position
   * until the browser's scroll event.
   */
  const onPlaced = useCallback(() => {
    virtualizer.scrollOffset = scrollerRef.current?.scrollTop ?? null;
  }, [scrollerRef, virtualizer]);
  const scrollTo = useCallback(
    (messageId: string): boolean => {
      const index = head.findIndex(({ id }) => id === messageId);
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'start' });
      return index >= 0;
    },
    [head, virtualizer],
  );
  return {
    rows: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo,
    onPlaced,
  };
}

/** Estimates until a row is rendered and measured: characters per line, and line height (px). */
const CHARACTERS_PER_LINE = 75;
const LINE_HEIGHT = 26;
/** The height of a row's padding, action bar and margin (px). */
const ROW_EXTRA_HEIGHT = 76;

function estimateHeight(message: ShownMessage): number {
  const content = (message.role === 'user' && foldedPart(message.content)) || message.content;
  let lines = 1 + content.length / CHARACTERS_PER_LINE;
  for (let at = content.indexOf('\n'); at !== -1 && lines < 500; at = content.indexOf('\n', at + 1))
    lines += 0.6;
  return Math.round(ROW_EXTRA_HEIGHT + Math.min(lines, 500) * LINE_HEIGHT);
}
