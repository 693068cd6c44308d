import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { useChatEngine } from '../chat-context.ts';
import type { FoundMessage } from '../search/found-message.ts';
import { searchTexts } from '../store/texts.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { chatToasts, sidebarTexts } from '../texts.ts';
import { useRunning } from '../marks/use-running.ts';
import { useUnread } from '../marks/use-unread.ts';
import { HitItem } from './HitItem.tsx';
import { ChatListItem } from './ChatListItem.tsx';
import styles from './ChatList.module.css';
import type { SidebarLine } from './lines.ts';
import type { ListedChat } from './listed-chats.ts';
import { lineAttribute, useLineFocus } from './use-line-focus.ts';
import { useListedChats } from './use-listed-chats.ts';
import { usePinOrder } from './use-pin-order.ts';
import { withIndex } from './with-index.ts';

const NoChats = lazyComponent(async () => (await import('./NoChats.tsx')).NoChats, { look: 'panel' });

/** Row heights (px). */
const heights: Readonly<Record<SidebarLine['kind'], number>> = { heading: 34, chat: 36, title: 36, hit: 68 };
const touchHeights: typeof heights = { ...heights, chat: 44, title: 44 };

interface ChatListProps {
  readonly userId: string;
  readonly activeId: string;
  readonly search: string;
  readonly onSelect: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
  /** Called when the open chat has been deleted or archived. */
  readonly onClosed: () => void;
}

/** Virtualized, because users may have thousands of chats. */
export function ChatList({ userId, activeId, search, onSelect, onClosed }: ChatListProps) {
  const { lines, isDeviceOnly, isLoading, isSearching, hasFailed, retry, hasMore, loadMore } = useListedChats(
    userId,
    search,
  );
  const lineHeights = useMedia('(pointer: coarse)') ? touchHeights : heights;
  const unread = useUnread();
  const runningIds = useRunning();
  const scroller = useRef<HTMLElement>(null);
  const { currentIndex, focusLine, neighbor, onArrow, onFocusLine } = useLineFocus(lines, scroller, activeId);
  // oxlint-disable-next-line react/incompatible-library -- its functions are used here only, and never memoized
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => lineHeights[lines[index]?.kind ?? 'chat'],
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 256, height: 600 },
    rangeExtractor: useCallback((range: Range) => withIndex(range, currentIndex), [currentIndex]),
  });
  const items = virtualizer.getVirtualItems();
  const isEndNear = (items.at(-1)?.index ?? 0) >= lines.length - 5;
  useEffect(() => {
    if (hasMore && isEndNear) loadMore();
  });
  // The virtualizer caches sizes by index, so they are reset when the lines or their heights change.
  useEffect(() => virtualizer.measure(), [lines, lineHeights, virtualizer]);

  const [renamingId, setRenamingId] = useState<string | null>(null);
  const { changes } = useChatEngine();
  const onRenamed = useCallback(
    (chat: ListedChat, title: string | null) => {
      setRenamingId(null);
      if (title !== null) void changes?.rename(chat.chatId, title);
    },
    [changes],
  );
  const onPin = useCallback(
    ({ chatId, pinnedAt }: ListedChat) =>
      void changes?.pin(chatId, pinnedAt ? null : new Date().toISOString()),
    [changes],
  );
  const isGrouped = search.trim() === '';
  const listedChats = lines.flatMap((line) => (isGrouped && line.kind === 'chat' ? [line.chat] : []));
  const { canMove, moveBy: onMove, dragOf } = usePinOrder(listedChats);
  const onCancel = useCallback(({ chatId }: ListedChat) => changes?.cancel(chatId), [changes]);
  const onGone = useCallback(
    (chat: ListedChat) => {
      const index = lines.findIndex(({ id }) => id === chat.id);
      const next = neighbor(index, 1) ?? neighbor(index, -1);
      // The focused row disappears. If the chat was open, the new chat gets the focus, otherwise a neighbor
      // does.
      if (chat.chatId === activeId || !next) onClosed();
      else focusLine(next.id);
    },
    [activeId, focusLine, lines, neighbor, onClosed],
  );
  const onArchive = useCallback(
    (chat: ListedChat) => {
      void changes?.archive(chat.chatId, chat.chatId === activeId);
      onGone(chat);
    },
    [activeId, changes, onGone],
  );
  const onDelete = useCallback(
    (chat: ListedChat) => {
      const isOpen = chat.chatId === activeId;
      const onDeclined = () => isOpen && onSelect(chat.chatId, false);
      void changes?.delete(chat.chatId, isOpen, onDeclined);
      onGone(chat);
    },
    [activeId, changes, onGone, onSelect],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOnLine = event.target instanceof Element && event.target.hasAttribute(lineAttribute);
    if (!isOnLine || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    onArrow(event);
    const line = lines[currentIndex];
    if (line?.kind !== 'chat' || line.chat.isOptimistic) return;
    if (event.key === 'F2') setRenamingId(line.id);
    else if (event.key === 'Delete') onDelete(line.chat);
    else return;
    event.preventDefault();
  };

  if (isLoading) return <ListSkeleton />;
  if (hasFailed)
    return (
      <div className={styles.empty}>
        <LoadFailure notice={chatToasts.historyNotLoaded} onRetry={retry} />
      </div>
    );
  const note = isDeviceOnly && <output className={styles.note}>{searchTexts.deviceOnly}</output>;
  if (lines.length === 0)
    return (
      <>
        {note}
        {isSearching ? <ListSkeleton /> : search.trim() === '' ? <NoChats userId={userId} /> : <NoMatch />}
      </>
    );
  return (
    <>
      {note}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of its buttons */}
      <nav ref={scroller} className={styles.scroller} aria-label={sidebarTexts.label} onKeyDown={onKeyDown}>
        <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
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
                  {...(line.kind === 'chat' && !line.chat.isOptimistic && dragOf(line.chat.chatId))}
                >
                  {line.kind === 'heading' ? (
                    <h2 className={styles.heading}>{line.text}</h2>
                  ) : line.kind !== 'chat' ? (
                    <HitItem
                      lineId={line.id}
                      hit={line.hit}
                      more={line.kind === 'hit' ? line.more : 0}
                      isTabStop={index === currentIndex}
                      onSelect={onSelect}
                      onFocus={onFocusLine}
                    />
                  ) : (
                    <ChatListItem
                      chat={line.chat}
                      isUnderDay={line.isUnderDay}
                      isActive={line.chat.chatId === activeId}
                      isUnread={unread.has(line.chat.chatId)}
                      isRunning={runningIds.has(line.chat.chatId)}
                      isTabStop={index === currentIndex}
                      isRenaming={line.id === renamingId}
                      onSelect={onSelect}
                      onFocus={onFocusLine}
                      onRename={setRenamingId}
                      onRenamed={onRenamed}
                      canMoveUp={canMove(line.chat.chatId, -1)}
                      canMoveDown={canMove(line.chat.chatId, 1)}
                      onMove={onMove}
                      onPin={onPin}
                      onArchive={onArchive}
                      onDelete={onDelete}
                      onCancel={onCancel}
                    />
                  )}
                </li>
              )
            );
          })}
        </ul>
      </nav>
    </>
  );
}

function NoMatch() {
  return (
    <output className={styles.empty}>
      <p>{sidebarTexts.noMatch}</p>
    </output>
  );
}

function ListSkeleton() {
  return (
    <output className={styles.skeleton} aria-label={sidebarTexts.loading}>
      {[72, 54, 84, 62].map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </output>
  );
}
