import { lazyComponent } from '../../../components/lazy-component.tsx';
import {
  IconArrowsUpDown,
  IconCommand,
  IconEdit,
  IconHistory,
  IconKeyboard,
  IconLayoutSidebar,
  IconSearch,
} from '@tabler/icons-react';
import { type MouseEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Wordmark } from '../../../components/Wordmark.tsx';
import { chatPath, paths } from '../../../lib/paths.ts';
import { useSidebarWidth } from '../../../lib/use-sidebar-width.ts';
import { useChatScreen } from '../chat-context.ts';
import { paletteTexts, shortcutTexts, sidebarTexts } from '../texts.ts';
import type { FoundMessage } from '../search/found-message.ts';
import { CommandPalette, usePalette } from '../palette/use-palette.ts';
import { TransferDialog, useTransfer } from '../transfer/use-transfer.ts';
import styles from './ChatSidebar.module.css';
import { SidebarEdge } from './SidebarEdge.tsx';
import { transferMenuTexts } from '../transfer/menu-texts.ts';

// Loaded separately, because the list and its menus need as much code as the rest of the screen.
const ChatList = lazyComponent(async () => (await import('./ChatList.tsx')).ChatList, {
  look: 'panel',
  isDeferred: true,
});

// Loaded separately, because many users have no projects.
const Projects = lazyComponent(async () => (await import('../deferred-parts.ts')).Projects, {
  look: 'panel',
  isDeferred: true,
});

/** Loaded separately, because there is nothing to undo at the first paint. */
const UndoNotice = lazyComponent(async () => (await import('./UndoNotice.tsx')).UndoNotice, {
  look: 'nothing',
  isDeferred: true,
});

const iconProps = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

interface ChatSidebarProps {
  readonly userId: string;
  readonly activeId: string;
  /** Null if the open chat is not stored yet. */
  readonly storedId: string | null;
  readonly isOpen: boolean;
  readonly isNarrow: boolean;
  readonly toggleRef: RefObject<HTMLButtonElement | null>;
  readonly onToggle: () => void;
  readonly onNewChat: () => void;
  readonly onHelp: () => void;
  readonly onSelect: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
}

/** The sidebar: a column on wide screens, a rail when closed, and a drawer on narrow screens [CHAT-011]. */
export function ChatSidebar({
  userId,
  activeId,
  storedId,
  isOpen,
  isNarrow,
  toggleRef,
  onToggle,
  onNewChat,
  onHelp,
  onSelect,
}: ChatSidebarProps) {
  const { AccountMenu } = useChatScreen();
  const navigate = useNavigate();
  const edge = useSidebarWidth('sidebar_width');
  const [search, setSearch] = useState('');
  const onRestored = useCallback((chatId: string) => onSelect(chatId, false), [onSelect]);
  const palette = usePalette();
  const transfer = useTransfer();
  const isDrawerOpen = isNarrow && isOpen;
  useEscape(isDrawerOpen, onToggle);
  /** Closes the drawer before `open`. Otherwise, the drawer would cover what opens, and Escape would close both. */
  const openInstead = (open: () => void) => {
    if (isDrawerOpen) onToggle();
    open();
  };
  const onHome = (event: MouseEvent) => {
    // The browser handles clicks that open a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onNewChat();
  };
  const paletteButton = (
    <button
      type="button"
      className={styles.iconButton}
      data-shortcut="palette"
      aria-haspopup="dialog"
      aria-label={paletteTexts.open}
      title={paletteTexts.open}
      onClick={() => openInstead(palette.open)}
    >
      {isOpen ? <IconCommand {...iconProps} /> : <IconSearch {...iconProps} />}
    </button>
  );
  return (
    <>
      {isDrawerOpen && <div className={styles.backdrop} onClick={onToggle} aria-hidden />}
      <aside
        className={styles.sidebar}
        data-open={isOpen}
        data-narrow={isNarrow || undefined}
        aria-label={sidebarTexts.label}
        style={isNarrow || !isOpen ? undefined : { width: edge.width }}
      >
        <div className={styles.head}>
          {isOpen && (
            <Link to={chatPath()} className={styles.logo} aria-label={sidebarTexts.home} onClick={onHome}>
              <Wordmark />
            </Link>
          )}
          {isOpen && paletteButton}
          <button
            ref={toggleRef}
            type="button"
            className={styles.iconButton}
            aria-expanded={isOpen}
            aria-label={isOpen ? sidebarTexts.close : sidebarTexts.open}
            title={isOpen ? sidebarTexts.close : sidebarTexts.open}
            onClick={onToggle}
          >
            <IconLayoutSidebar {...iconProps} />
          </button>
        </div>
        <button
          type="button"
          className={styles.newChat}
          onClick={onNewChat}
          title={sidebarTexts.newChat}
          aria-label={sidebarTexts.newChat}
        >
          <IconEdit {...iconProps} />
          {isOpen && <span>{sidebarTexts.newChat}</span>}
        </button>
        <Link
          to={historyPath(search.trim())}
          className={styles.newChat}
          title={sidebarTexts.history}
          aria-label={sidebarTexts.history}
          onClick={() => isDrawerOpen && onToggle()}
        >
          <IconHistory {...iconProps} />
          {isOpen && <span>{sidebarTexts.history}</span>}
        </Link>
        <Projects storedId={storedId} isShown={isOpen} onLeave={() => isDrawerOpen && onToggle()} />
        {!isOpen && paletteButton}
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
                onKeyDown={({ key, nativeEvent }) => {
                  // Enter may also end the input of Japanese or Chinese words.
                  if (key !== 'Enter' || nativeEvent.isComposing || search.trim() === '') return;
                  openInstead(() => void navigate(historyPath(search.trim())));
                }}
              />
            </label>
            <ChatList
              userId={userId}
              activeId={activeId}
              search={search}
              onSelect={onSelect}
              onClosed={onNewChat}
            />
          </>
        )}
        <div className={styles.account}>
          <AccountMenu
            look={isOpen ? 'row' : 'icon'}
            entries={[
              {
                label: transferMenuTexts.open,
                Icon: IconArrowsUpDown,
                onSelect: () => openInstead(transfer.open),
              },
              { label: shortcutTexts.title, Icon: IconKeyboard, onSelect: () => openInstead(onHelp) },
            ]}
          />
        </div>
        {isOpen && !isNarrow && <SidebarEdge {...edge} />}
      </aside>
      {/* Outside the drawer, because closing the drawer must not end an import. */}
      {transfer.isOpen && <TransferDialog userId={userId} onClose={transfer.close} />}
      {palette.commands && (
        <CommandPalette
          userId={userId}
          commands={palette.commands}
          onSelect={onSelect}
          onClose={palette.close}
        />
      )}
      <UndoNotice onRestored={onRestored} />
    </>
  );
}

/** Closes the drawer with Escape, unless a field or menu inside has handled the key. */
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

const historyPath = (words: string): string =>
  words === '' ? paths.history : `${paths.history}?q=${encodeURIComponent(words)}`;
