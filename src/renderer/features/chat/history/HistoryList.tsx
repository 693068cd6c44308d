import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { lineAttribute, useLineFocus } from '../sidebar/use-line-focus.ts';
import { withIndex } from '../sidebar/with-index.ts';
import type { FoundMessage } from '../search/found-message.ts';
import styles from './HistoryList.module.css';
import { HistoryRow } from './HistoryRow.tsx';
import type { ChatState } from './filters.ts';
import { chatIdOf, type HistoryLine } from './lines.ts';
import { historyTexts as texts } from './texts.ts';

/** Row heights (px). */
const heights: Readonly<Record<HistoryLine['kind'], number>> = { chat: 48, hit: 64, more: 40 };

interface HistoryListProps {
  readonly lines: readonly HistoryLine[];
  readonly showsProjects: boolean;
  readonly isSelected: (chatId: string) => boolean;
  readonly isKept: (state: ChatState) => boolean;
  readonly onSelect: (chatId: string, isRange: boolean) => void;
  readonly onLeave: () => void;
  readonly onOpen: (chatId: string, found?: FoundMessage) => void;
  readonly onExpand: (chatId: string) => void;
  readonly onEndNear: () => void;
}

/**
 * A virtualized list. Arrow keys move the focus, Space selects a chat, Shift+Space selects a range, and
 * Escape clears the selection.
 */
export function HistoryList({
  lines,
  showsProjects,
  isSelected,
  isKept,
  onSelect,
  onLeave,
  onOpen,
  onExpand,
  onEndNear,
}: HistoryListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { currentIndex, focusLine, neighbor, onArrow, onFocusLine } = useLineFocus(lines, scroller, '');
  // oxlint-disable-next-line react/incompatible-library -- its functions are used here only, and never memoized
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[lines[index]?.kind ?? 'chat'],
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 800, height: 800 },
    rangeExtractor: useCallback((range: Range) => withIndex(range, currentIndex), [currentIndex]),
  });
  const items = virtualizer.getVirtualItems();
  const isEndNear = (items.at(-1)?.index ?? 0) >= lines.length - 20;
  useEffect(() => {
    if (isEndNear) onEndNear();
  });
  // The virtualizer caches sizes by index, so they are reset when the lines change.
  useEffect(() => virtualizer.measure(), [lines, virtualizer]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Ignores keys pressed in a row's menu or dialog, which React also reports here.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    if (event.key === 'Escape') return onLeave();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const line = lines[currentIndex];
    const isOnLine = event.target instanceof Element && event.target.hasAttribute(lineAttribute);
    if (event.key === ' ' && isOnLine && line && line.kind !== 'more') {
      event.preventDefault();
      onSelect(chatIdOf(line), event.shiftKey);
    } else if (!event.shiftKey) onArrow(event);
  };
  // When a chat and its messages leave the list, the focus moves to the next chat.
  const onChange = useCallback(
    (chatId: string, after: ChatState | null) => {
      if (after && isKept(after)) return;
      const index = lines.findIndex((line) => chatIdOf(line) === chatId);
      const isOther = (line: HistoryLine) => chatIdOf(line) !== chatId;
      const next = lines.slice(index).find(isOther) ?? lines.slice(0, index).findLast(isOther);
      if (next) focusLine(next.id);
    },
    [focusLine, isKept, lines],
  );
  const expand = useCallback(
    (lineId: string, chatId: string) => {
      const before = neighbor(
        lines.findIndex(({ id }) => id === lineId),
        -1,
      );
      if (before) focusLine(before.id);
      onExpand(chatId);
    },
    [focusLine, lines, neighbor, onExpand],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the links inside
    <div ref={scroller} className={styles.scroller} onKeyDown={onKeyDown}>
      <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }} aria-label={texts.results}>
        {items.map(({ index, key, size, start }) => {
          const line = lines[index];
          return (
            line && (
              <li
                key={key}
                className={styles.item}
                style={{ height: size, transform: `translateY(${start}px)` }}
                aria-setsize={lines.length}
                aria-posinset={index + 1}
              >
                <HistoryRow
                  line={line}
                  isTabStop={index === currentIndex}
                  showsProject={showsProjects}
                  isSelected={line.kind === 'chat' && isSelected(line.chat.chatId)}
                  onFocus={onFocusLine}
                  onSelect={onSelect}
                  onOpen={onOpen}
                  onExpand={expand}
                  onChange={onChange}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
