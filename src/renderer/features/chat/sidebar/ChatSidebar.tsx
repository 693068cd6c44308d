import { IconArrowsUpDown, IconCommand, IconEdit, IconLayoutSidebar, IconSearch } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { CommandPalette } from '../palette/CommandPalette.tsx';
import { paletteTexts, sidebarTexts } from '../texts.ts';
import { usePalette } from '../palette/CommandPalette.tsx';
import { TransferDialog, useTransfer } from '../transfer/use-transfer.ts';
import { ChatList } from './ChatList.tsx';
import styles from './ChatSidebar.module.css';
import { UndoDelete } from './UndoDelete.tsx';
import { transferTexts } from '../transfer/texts.ts';

interface ChatSidebarProps {
  readonly userId: string;
  readonly activeId: string;
  readonly isOpen: boolean;
  readonly isNarrow: boolean;
  readonly toggleRef: RefObject<HTMLButtonElement | null>;
  readonly onToggle: () => void;
  readonly onNewChat: () => void;
  readonly onSelect: (chatId: string, isOptimistic: boolean, messageId?: string) => void;
}

/** The list of chats [CHAT-011]: a column on wide screens, a rail when closed, a drawer on narrow screens. */
export function ChatSidebar({
  userId,
  activeId,
  isOpen,
  isNarrow,
  toggleRef,
  onToggle,
  onNewChat,
  onSelect,
}: ChatSidebarProps) {
  const [search, setSearch] = useState('');
  const onRestored = useCallback((chatId: string) => onSelect(chatId, false), [onSelect]);
  const palette = usePalette();
  const transfer = useTransfer();
  const isDrawerOpen = isNarrow && isOpen;
  useEscape(isDrawerOpen, onToggle);
  /** Closes the drawer first, because it would cover the target, and Escape would close both. */
  const openInstead = (open: () => void) => {
    if (isDrawerOpen) onToggle();
    open();
  };
  return (
    <>
      {isDrawerOpen && <div className={styles.backdrop} onClick={onToggle} aria-hidden />}
      <aside
        className={styles.sidebar}
        data-open={isOpen}
        data-narrow={isNarrow || undefined}
        aria-label={sidebarTexts.label}
      >
        <div className={styles.head}>
          <button
            ref={toggleRef}
            type="button"
            className={styles.iconButton}
            aria-expanded={isOpen}
            aria-label={isOpen ? sidebarTexts.close : sidebarTexts.open}
            title={isOpen ? sidebarTexts.close : sidebarTexts.open}
            onClick={onToggle}
          >
            <IconLayoutSidebar size={20} stroke={1.6} aria-hidden />
          </button>
          <button
            type="button"
            className={styles.newChat}
            onClick={onNewChat}
            title={sidebarTexts.newChat}
            aria-label={sidebarTexts.newChat}
          >
            <IconEdit size={20} stroke={1.6} aria-hidden />
            {isOpen && <span>{sidebarTexts.newChat}</span>}
          </button>
          <button
            type="button"
            className={styles.iconButton}
            data-shortcut="palette"
            aria-haspopup="dialog"
            aria-label={paletteTexts.open}
            title={paletteTexts.open}
            onClick={() => openInstead(palette.open)}
          >
            <IconCommand size={20} stroke={1.6} aria-hidden />
          </button>
        </div>
        {isOpen && (
          <>
            <label className={styles.search}>
              <IconSearch size={16} stroke={1.75} aria-hidden />
              <input
                type="search"
                dir="auto"
                value={search}
                placeholder={sidebarTexts.search}
                aria-label={sidebarTexts.search}
                autoComplete="off"
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            </label>
            <ChatList
              userId={userId}
              activeId={activeId}
              search={search}
              onSelect={onSelect}
              onDeleted={onNewChat}
            />
            <TransferEntry onOpen={() => openInstead(transfer.open)} />
          </>
        )}
      </aside>
      {/* Outside the drawer, so that closing the drawer does not end an import. */}
      {transfer.isOpen && <TransferDialog userId={userId} onClose={transfer.close} />}
      {palette.commands && (
        <CommandPalette
          userId={userId}
          commands={palette.commands}
          onSelect={onSelect}
          onClose={palette.close}
        />
      )}
      <UndoDelete onRestored={onRestored} />
    </>
  );
}

/** Escape closes the drawer, unless a field or menu in it has handled the key. */
function useEscape(isActive: boolean, act: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isActive, act]);
}

function TransferEntry({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={onOpen}>
      <IconArrowsUpDown size={16} stroke={1.75} aria-hidden />
      {transferTexts.open}
    </button>
  );
}
