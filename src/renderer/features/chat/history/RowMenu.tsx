import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { archiveTexts } from '../archive/texts.ts';
import { useChatEngine } from '../chat-context.ts';
import { sidebarTexts } from '../texts.ts';
import { ExportItems } from '../transfer/ExportItems.tsx';
import styles from './HistoryList.module.css';
import type { HistoryChat } from './lines.ts';

const TitleDialog = lazyComponent(async () => (await import('../title/TitleDialog.tsx')).TitleDialog, {
  look: 'dialog',
});

interface RowMenuProps {
  readonly chat: HistoryChat;
  readonly name: string;
  readonly isTabStop: boolean;
  /** Called when the chat is about to disappear with the focus. */
  readonly onDelete: () => void;
}

/** What can be done with one chat, as in the sidebar. */
export function RowMenu({ chat, name, isTabStop, onDelete }: RowMenuProps) {
  const { chatId, isPinned, isArchived } = chat;
  const { changes } = useChatEngine();
  const [isRenaming, setRenaming] = useState(false);
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={220} withInitialFocusPlaceholder={false}>
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
          {/* The closing menu returns the focus to its button; the dialog must open after that. */}
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setTimeout(setRenaming, 0, true)}>
            {sidebarTexts.rename}
          </Menu.Item>
          <Menu.Item
            leftSection={isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
            onClick={() => void changes?.pin(chatId, isPinned ? null : new Date().toISOString())}
          >
            {isPinned ? sidebarTexts.unpin : sidebarTexts.pin}
          </Menu.Item>
          <Menu.Item
            leftSection={isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
            onClick={() => void (isArchived ? changes?.unarchive(chatId) : changes?.archive(chatId, false))}
          >
            {isArchived ? archiveTexts.unarchive : archiveTexts.archive}
          </Menu.Item>
          <ExportItems chatId={chatId} />
          <Menu.Item
            className={styles.delete}
            leftSection={<IconTrash size={16} />}
            onClick={() => {
              onDelete();
              void changes?.delete(chatId, false, () => {});
            }}
          >
            {sidebarTexts.delete}
          </Menu.Item>
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
