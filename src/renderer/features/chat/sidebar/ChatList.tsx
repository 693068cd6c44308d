import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import { sidebarTexts } from '../texts.ts';
import { ChatListItem } from './ChatListItem.tsx';
import styles from './ChatList.module.css';
import { useListedChats } from './use-listed-chats.ts';

/** Height of a line (px); the style sheet sets the same. */
const ITEM_HEIGHT = 52;

interface ChatListProps {
  readonly userId: string;
  readonly activeId: string;
  readonly search: string;
  readonly onSelect: (chatId: string, isOptimistic: boolean) => void;
  /** Called when the chat on screen was deleted. */
  readonly onDeleted: () => void;
}

/** The chats, of which only those in view are drawn, however many there are. */
export function ChatList({ userId, activeId, search, onSelect, onDeleted }: ChatListProps) {
  const { chats, isLoading, hasFailed, retry, hasMore, loadMore } = useListedChats(userId, search);
  const scroller = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are used here only, and never memoised
  const virtualizer = useVirtualizer({
    count: chats.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ITEM_HEIGHT,
    getItemKey: (index) => chats[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 256, height: 600 },
  });
  const items = virtualizer.getVirtualItems();
  const isEndNear = (items.at(-1)?.index ?? 0) >= chats.length - 5;
  useEffect(() => {
    if (hasMore && isEndNear) loadMore();
  });

  const onDelete = useCallback(
    (isActive: boolean) => {
      if (isActive) onDeleted();
      // The line goes with the focus in it: the keyboard goes on in the list.
      else scroller.current?.focus();
    },
    [onDeleted],
  );

  if (isLoading) return <ListSkeleton />;
  if (hasFailed)
    return (
      <div className={styles.empty}>
        <button type="button" className={styles.retry} onClick={retry}>
          {sidebarTexts.retry}
        </button>
      </div>
    );
  if (chats.length === 0) return <EmptyList isSearch={search.trim() !== ''} />;
  return (
    <nav ref={scroller} tabIndex={-1} className={styles.scroller} aria-label={sidebarTexts.label}>
      <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const chat = chats[index];
          return (
            chat && (
              <li
                key={key}
                className={styles.item}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={chats.length}
                aria-posinset={index + 1}
              >
                <ChatListItem
                  userId={userId}
                  chat={chat}
                  isActive={chat.chatId === activeId}
                  onSelect={onSelect}
                  onDelete={onDelete}
                />
              </li>
            )
          );
        })}
      </ul>
    </nav>
  );
}

function EmptyList({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch)
    return (
      <output className={styles.empty}>
        <p>{sidebarTexts.noMatch}</p>
      </output>
    );
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{sidebarTexts.emptyTitle}</p>
      <p>{sidebarTexts.emptyText}</p>
    </div>
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
