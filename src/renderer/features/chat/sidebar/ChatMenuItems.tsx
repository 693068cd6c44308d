import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconFolder,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { archiveTexts } from '../archive/texts.ts';
import { moveRequest, shareRequest } from '../chat-request.ts';
import { moveTexts } from '../projects/move-texts.ts';
import { shareMenuTexts } from '../share/menu-texts.ts';
import { sidebarTexts } from '../texts.ts';
import { ExportItems } from '../transfer/ExportItems.tsx';
import styles from './ChatMenuItems.module.css';

interface ChatMenuItemsProps {
  readonly chatId: string;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  readonly onRename: () => void;
  readonly onPin: () => void;
  readonly onArchive: () => void;
  readonly onDelete: () => void;
  readonly moves?: ReactNode;
  /** False if a button beside the menu exports the chat. */
  readonly hasExport?: boolean;
  readonly children?: ReactNode;
}

/** The actions in a chat's menus: in the sidebar, in the history and in the header of the open chat. */
export function ChatMenuItems({
  chatId,
  isPinned,
  isArchived,
  onRename,
  onPin,
  onArchive,
  onDelete,
  moves,
  hasExport = true,
  children,
}: ChatMenuItemsProps) {
  return (
    <>
      {/* The closing menu returns the focus to its button, so the title field must be rendered later. */}
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setTimeout(onRename, 0)}>
        {sidebarTexts.rename}
      </Menu.Item>
      <Menu.Item leftSection={isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />} onClick={onPin}>
        {isPinned ? sidebarTexts.unpin : sidebarTexts.pin}
      </Menu.Item>
      {moves}
      <Menu.Item leftSection={<IconFolder size={16} />} onClick={() => moveRequest.set(chatId)}>
        {moveTexts.open}
      </Menu.Item>
      <Menu.Item
        leftSection={isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
        onClick={onArchive}
      >
        {isArchived ? archiveTexts.unarchive : archiveTexts.archive}
      </Menu.Item>
      <Menu.Item leftSection={<IconShare size={16} />} onClick={() => shareRequest.set(chatId)}>
        {shareMenuTexts.open}
      </Menu.Item>
      {hasExport && <ExportItems chatId={chatId} />}
      {children}
      <Menu.Item className={styles.delete} leftSection={<IconTrash size={16} />} onClick={onDelete}>
        {sidebarTexts.delete}
      </Menu.Item>
    </>
  );
}
