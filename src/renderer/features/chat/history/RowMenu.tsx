import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useChatEngine } from '../chat-context.ts';
import { ChatMenuItems } from '../sidebar/ChatMenuItems.tsx';
import { sidebarTexts } from '../texts.ts';
import type { ChatState } from './filters.ts';
import styles from './HistoryList.module.css';
import type { HistoryChat } from './lines.ts';

const TitleDialog = lazyComponent(async () => (await import('../title/TitleDialog.tsx')).TitleDialog, {
  look: 'dialog',
});

interface RowMenuProps {
  readonly chat: HistoryChat;
  readonly name: string;
  readonly isTabStop: boolean;
  /** Called before the chat changes. `after` is null if the chat will be deleted. */
  readonly onChange: (chatId: string, after: ChatState | null) => void;
}

export function RowMenu({ chat, name, isTabStop, onChange }: RowMenuProps) {
  const { chatId, isPinned, isArchived } = chat;
  const { changes } = useChatEngine();
  const [isRenaming, setRenaming] = useState(false);
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={250} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button
            type="button"
            className={styles.menu}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={sidebarTexts.menu({ title: name })}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <ChatMenuItems
            chatId={chatId}
            isPinned={isPinned}
            isArchived={isArchived}
            onRename={() => setRenaming(true)}
            onPin={() => {
              onChange(chatId, { isPinned: !isPinned, isArchived });
              void changes?.pin(chatId, isPinned ? null : new Date().toISOString());
            }}
            onArchive={() => {
              onChange(chatId, { isPinned, isArchived: !isArchived });
              void (isArchived ? changes?.unarchive(chatId) : changes?.archive(chatId, false));
            }}
            onDelete={() => {
              onChange(chatId, null);
              void changes?.delete(chatId, false, () => {});
            }}
          />
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <TitleDialog
          title={name}
          onClose={() => setRenaming(false)}
          onSave={(title) => void changes?.rename(chatId, title)}
        />
      )}
    </>
  );
}
