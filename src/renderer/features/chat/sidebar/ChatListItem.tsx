import { Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { relativeDate } from '../../../../shared/domain/relative-date.ts';
import { useDeleteChatMutation, useRenameChatMutation } from '../data/mutations.ts';
import { sidebarTexts } from '../texts.ts';
import { useNow } from '../use-now.ts';
import styles from './ChatListItem.module.css';
import type { ListedChat } from './listed-chats.ts';
import { RenameField } from './RenameField.tsx';

interface ChatListItemProps {
  readonly userId: string;
  readonly chat: ListedChat;
  readonly isActive: boolean;
  readonly onSelect: (chatId: string, isOptimistic: boolean) => void;
  /** Called with the press, before the line goes. */
  readonly onDelete: (isActive: boolean) => void;
}

/** One chat of the sidebar with its menu [CHAT-016]. */
export const ChatListItem = memo(function ChatListItem({
  userId,
  chat,
  isActive,
  onSelect,
  onDelete,
}: ChatListItemProps) {
  const now = useNow();
  const [isRenaming, setIsRenaming] = useState(false);
  const rename = useRenameChatMutation(userId);
  const remove = useDeleteChatMutation(userId);
  const openButton = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    // Enter and Escape take the field away with the focus in it; a click elsewhere has moved it already.
    const hasLostFocus = wasRenaming.current && !isRenaming && document.activeElement === document.body;
    if (hasLostFocus) openButton.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  if (isRenaming)
    return (
      <RenameField
        title={chat.title}
        onSave={(title) => {
          setIsRenaming(false);
          rename.mutate({ chatId: chat.chatId, title });
        }}
        onCancel={() => setIsRenaming(false)}
      />
    );
  return (
    <div className={styles.row} data-active={isActive || undefined}>
      <button
        ref={openButton}
        type="button"
        className={styles.open}
        aria-current={isActive ? 'page' : undefined}
        onClick={() => onSelect(chat.chatId, chat.isOptimistic)}
      >
        <span className={styles.title} dir="auto">
          {chat.title}
        </span>
        <span className={styles.date}>
          {chat.isOptimistic ? (
            sidebarTexts.saving
          ) : (
            <time dateTime={chat.updatedAt}>{relativeDate(new Date(chat.updatedAt), new Date(now))}</time>
          )}
        </span>
      </button>
      {!chat.isOptimistic && (
        <Menu position="bottom-end" shadow="md" width={160} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <button type="button" className={styles.menu} aria-label={sidebarTexts.menu(chat.title)}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {/* The menu hands the focus back to its button as it closes; the field must come after that. */}
            <Menu.Item
              leftSection={<IconPencil size={16} />}
              onClick={() => setTimeout(setIsRenaming, 0, true)}
            >
              {sidebarTexts.rename}
            </Menu.Item>
            <Menu.Item
              className={styles.delete}
              leftSection={<IconTrash size={16} />}
              onClick={() => {
                remove.mutate(chat.chatId);
                onDelete(isActive);
              }}
            >
              {sidebarTexts.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
});
