import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { relativeDate } from '../../../../shared/domain/relative-date.ts';
import { outboxTexts } from '../outbox/texts.ts';
import { sidebarTexts } from '../texts.ts';
import { useNow } from '../use-now.ts';
import styles from './ChatListItem.module.css';
import { ChatMenuItems } from './ChatMenuItems.tsx';
import type { ListedChat } from './listed-chats.ts';
import { pinTexts } from './texts.ts';
import { lineAttribute } from './use-line-focus.ts';
import { cleanText } from '../../../../shared/domain/text.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { locale } from '../../../lib/locale.ts';

interface ChatListItemProps {
  readonly chat: ListedChat;
  /** True if the chat's day is in the heading above. */
  readonly isUnderDay: boolean;
  readonly isActive: boolean;
  /** True if a reply arrived while another chat was open. */
  readonly isUnread: boolean;
  /** True while a reply is running, even if another device requested it. */
  readonly isRunning: boolean;
  readonly isTabStop: boolean;
  readonly isRenaming: boolean;
  readonly onSelect: (chatId: string, isOptimistic: boolean) => void;
  readonly onFocus: (lineId: string) => void;
  readonly onRename: (lineId: string) => void;
  /** `title` is null if the user did not change it. */
  readonly onRenamed: (chat: ListedChat, title: string | null) => void;
  readonly canMoveUp: boolean;
  readonly canMoveDown: boolean;
  readonly onMove: (chatId: string, step: 1 | -1) => void;
  readonly onPin: (chat: ListedChat) => void;
  readonly onArchive: (chat: ListedChat) => void;
  readonly onDelete: (chat: ListedChat) => void;
  readonly onCancel: (chat: ListedChat) => void;
}

export const ChatListItem = memo(function ChatListItem({
  chat,
  isUnderDay,
  isActive,
  isUnread,
  isRunning,
  isTabStop,
  isRenaming,
  onSelect,
  onFocus,
  onRename,
  onRenamed,
  canMoveUp,
  canMoveDown,
  onMove,
  onPin,
  onArchive,
  onDelete,
  onCancel,
}: ChatListItemProps) {
  const now = useNow();
  const openButton = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    // Enter and Escape remove the field that has the focus, so the focus moves to the chat. After a click
    // elsewhere, the focus stays where the user clicked.
    const hasLostFocus = wasRenaming.current && !isRenaming && document.activeElement === document.body;
    if (hasLostFocus) openButton.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  if (isRenaming)
    return (
      <RenameField
        title={chat.title}
        onSave={(title) => onRenamed(chat, title)}
        onCancel={() => onRenamed(chat, null)}
      />
    );
  const date = relativeDate(new Date(chat.updatedAt), new Date(now), locale());
  const isWaiting = chat.isQueued || chat.isOptimistic;
  return (
    <div className={styles.row} data-active={isActive || undefined}>
      <button
        ref={openButton}
        type="button"
        className={styles.open}
        tabIndex={isTabStop ? 0 : -1}
        aria-keyshortcuts={chat.isOptimistic ? undefined : 'F2 Delete'}
        {...{ [lineAttribute]: chat.id }}
        onFocus={() => onFocus(chat.id)}
        aria-current={isActive ? 'page' : undefined}
        title={`${chat.title}\n${date}`}
        onClick={() => onSelect(chat.chatId, chat.isOptimistic)}
      >
        <span className={styles.title} dir="auto">
          {chat.title}
        </span>
        {(isRunning || isUnread) && (
          <span className={isRunning ? styles.running : styles.unread}>
            <span className="visually-hidden">{sidebarTexts[isRunning ? 'running' : 'unread']}</span>
          </span>
        )}
        {isWaiting ? (
          <span className={styles.date}>{sidebarTexts[chat.isQueued ? 'queued' : 'saving']}</span>
        ) : (
          <time className={isUnderDay ? 'visually-hidden' : styles.date} dateTime={chat.updatedAt}>
            {date}
          </time>
        )}
      </button>
      {!chat.isOptimistic && (
        <Menu position="bottom-end" shadow="md" width={250} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <button
              type="button"
              className={styles.menu}
              tabIndex={isTabStop ? 0 : -1}
              aria-label={sidebarTexts.menu({ title: chat.title })}
            >
              <IconDots size={18} stroke={1.75} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <ChatMenuItems
              chatId={chat.chatId}
              isPinned={chat.pinnedAt !== null}
              isArchived={false}
              onRename={() => onRename(chat.id)}
              onPin={() => onPin(chat)}
              onArchive={() => onArchive(chat)}
              onDelete={() => onDelete(chat)}
              moves={
                <>
                  {canMoveUp && (
                    <Menu.Item
                      leftSection={<IconArrowUp size={16} />}
                      onClick={() => onMove(chat.chatId, -1)}
                    >
                      {pinTexts.moveUp}
                    </Menu.Item>
                  )}
                  {canMoveDown && (
                    <Menu.Item
                      leftSection={<IconArrowDown size={16} />}
                      onClick={() => onMove(chat.chatId, 1)}
                    >
                      {pinTexts.moveDown}
                    </Menu.Item>
                  )}
                </>
              }
            >
              {chat.isQueued && (
                <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => onCancel(chat)}>
                  {outboxTexts.cancel}
                </Menu.Item>
              )}
            </ChatMenuItems>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
});

interface RenameFieldProps {
  readonly title: string;
  /** Called with a new title that is neither blank nor unchanged [CHAT-076]. */
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
}

/** Enter and leaving the field save the title, Escape cancels [CHAT-017]. */
function RenameField({ title, onSave, onCancel }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // True once the user has decided. Escape removes the field, and the resulting `blur` event must not save.
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (text: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
    const cleaned = text === null ? '' : cleanText(text);
    if (cleaned === '' || cleaned === title) onCancel();
    else onSave(cleaned);
  };
  return (
    <input
      ref={field}
      className={styles.rename}
      dir="auto"
      defaultValue={title}
      aria-label={sidebarTexts.renameLabel}
      maxLength={500}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The chat's button gets the focus later. Without this, the same key press would click it.
        event.preventDefault();
        end(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
    />
  );
}
