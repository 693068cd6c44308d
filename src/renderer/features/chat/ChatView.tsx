import { useCallback, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { untitled } from '../../../shared/domain/title.ts';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useSidebar } from '../../lib/use-sidebar.ts';
import { ArchivedNotice } from './archive/ArchivedNotice.tsx';
import { NoticeContext, type QuickActionSlot, useChatEngine, useChatScreen } from './chat-context.ts';
import { type ChatFrame, ChatPane } from './ChatPane.tsx';
import styles from './ChatView.module.css';
import { useConversation } from './data/use-conversation.ts';
import { newChatDraft } from './drafts.ts';
import { GuestNotice } from './GuestNotice.tsx';
import { Landing } from './landing/Landing.tsx';
import { LandingFoot } from './landing/LandingFoot.tsx';
import { useChatActions } from './use-chat-actions.ts';
import type { FoundMessage } from './search/found-message.ts';
import { useChatShortcuts } from './shortcuts/use-chat-shortcuts.ts';
import { ChatSidebar } from './sidebar/ChatSidebar.tsx';
import { TemporaryView } from './temporary/TemporaryView.tsx';
import { useTemporaryChat } from './temporary/TemporaryView.tsx';
import { useRefused, useTurnPhase } from './turn/use-turn.ts';
import { useChatListRealtime, useMessagesRealtime, useRunningRealtime } from './use-realtime.ts';
import { useNoticeMessages } from './use-notice-messages.ts';
import { useResend } from './use-resend.ts';
import { useJoinReply } from './marks/use-running.ts';
import { useSelectedChat } from './use-selected-chat.ts';
import { useSending } from './use-sending.ts';

const ShortcutsDialog = lazyComponent(
  async () => (await import('./shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
  { look: 'dialog' },
);

const HistoryPage = lazyComponent(async () => (await import('./history/HistoryPage.tsx')).HistoryPage, {
  look: 'area',
});

export function ChatView({ userId }: { readonly userId: string }) {
  const selected = useSelectedChat(userId);
  const { chatId, storedId, stored: chat, title, projectParam, renew, newChat, select } = selected;
  const { drafts } = useChatEngine();
  const { hasModelChanged = false } = useChatScreen();
  const addNotice = useContext(NoticeContext);
  const isHistory = useLocation().pathname === paths.history;
  const sidebar = useSidebar('sidebar_state');
  const turn = useTurnPhase(chatId);
  const isRefused = useRefused();
  const loadedId = storedId ?? (turn.isChatStored ? chatId : null);
  const stored = useConversation(loadedId, chat);
  const sending = useSending(chatId, loadedId === null ? null : (title ?? untitled));
  useResend({ chatId, hasModelChanged, last: stored.rows.at(-1), phase: turn.phase, sending });
  useNoticeMessages();
  useChatListRealtime(userId);
  useMessagesRealtime(loadedId);
  useRunningRealtime(userId);
  useJoinReply(chatId, title ?? untitled, stored.rows);

  const temporary = useTemporaryChat();
  const temporaryChat = storedId === null ? temporary.chat : null;
  const input = useRef<HTMLTextAreaElement>(null);
  const { isNarrow, closeDrawer } = sidebar;
  useEffect(() => {
    // On narrow screens, focusing the input would open the on-screen keyboard. An open dialog keeps the
    // focus.
    if (!isNarrow && !document.activeElement?.closest('[aria-modal]')) input.current?.focus();
  }, [chatId, temporaryChat, isNarrow]);
  const { leave } = temporary;
  // A link opened this new chat, so a temporary chat or an unsent new chat may still be open.
  const startNewChat = useEffectEvent(() => void leave(renew));
  useEffect(() => {
    if (projectParam !== null) startNewChat();
  }, [projectParam]);
  const onSelect = useMemo(
    () => (id: string, isOptimistic: boolean, found?: FoundMessage) => {
      closeDrawer();
      void leave(() => select(id, isOptimistic, found));
    },
    [closeDrawer, leave, select],
  );
  const onNewChat = useMemo(
    () => () => {
      closeDrawer();
      void leave(() => {
        newChat();
        input.current?.focus();
      });
    },
    [closeDrawer, leave, newChat],
  );
  const onKept = useCallback((id: string) => onSelect(id, false), [onSelect]);
  const actions = useChatActions({ storedId: loadedId, chat: chat.chat, onClosed: onNewChat, onKept });
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const openHelp = () => setIsHelpOpen(true);
  useChatShortcuts({
    userId,
    chatId,
    input,
    readLastReply: () =>
      (temporaryChat?.rows() ?? stored.rows).findLast(({ role }) => role === 'assistant') ?? null,
    onNewChat,
    onSelect,
    onToggleSidebar: sidebar.toggle,
    onHelp: openHelp,
  });
  const { act } = sending;
  const onAct = useCallback<QuickActionSlot['onAct']>(
    (action, text) => {
      act(action, text);
      // The menu that opened the dialog is disabled while the reply runs.
      if (!isNarrow) input.current?.focus();
    },
    [act, isNarrow],
  );
  const onExample = (prompt: string) => {
    // Clearing the input first lets the user restore the replaced text.
    drafts.clear(newChatDraft);
    drafts.set(newChatDraft, prompt);
    input.current?.focus();
  };
  const { frame, toggleRef } = useFrame(sidebar, input);
  return (
    <div className={styles.view}>
      {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
      <ChatSidebar
        userId={userId}
        activeId={chatId}
        storedId={loadedId}
        isOpen={sidebar.isOpen}
        isNarrow={isNarrow}
        toggleRef={toggleRef}
        onToggle={sidebar.toggle}
        onNewChat={onNewChat}
        onHelp={openHelp}
        onSelect={onSelect}
      />
      {isHistory ? (
        <HistoryPage userId={userId} frame={frame} onOpen={onSelect} />
      ) : temporaryChat ? (
        <TemporaryView key={temporaryChat.id} chat={temporaryChat} onEnd={onNewChat} frame={frame} />
      ) : (
        !temporary.isOpening && (
          <ChatPane
            chat={{
              id: chatId,
              storedId: loadedId,
              title,
              draftKey: loadedId ?? newChatDraft,
              actions,
            }}
            stored={stored}
            sending={sending}
            frame={frame}
            landing={<Landing />}
            notice={addNotice(
              { chatId: loadedId, rows: stored.rows },
              actions?.isArchived ? (
                <ArchivedNotice onUnarchive={actions.archive} />
              ) : (
                <GuestNotice
                  sent={stored.rows.filter(({ role }) => role === 'user').length}
                  isRefused={isRefused}
                />
              ),
            )}
            landingFoot={<LandingFoot onExample={onExample} onTemporary={temporary.begin} />}
            onAct={onAct}
          />
        )
      )}
    </div>
  );
}

/** While the drawer is open, the chat behind it is inert and the focus stays in the drawer. */
function useFrame(
  { isNarrow, isOpen, toggle }: ReturnType<typeof useSidebar>,
  inputRef: ChatFrame['inputRef'],
) {
  const toggleRef = useRef<HTMLButtonElement>(null);
  const openerRef = useRef<HTMLButtonElement>(null);
  const isDrawerOpen = isNarrow && isOpen;
  useEffect(() => {
    if (!isDrawerOpen) return;
    const opener = openerRef.current;
    toggleRef.current?.focus();
    return () => opener?.focus();
  }, [isDrawerOpen]);
  const onOpenSidebar = isNarrow ? toggle : null;
  const frame: ChatFrame = { inputRef, isInert: isDrawerOpen, onOpenSidebar, openerRef };
  return { frame, toggleRef };
}
