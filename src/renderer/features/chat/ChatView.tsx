import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSidebar } from '../../lib/use-sidebar.ts';
import { untitled } from '../../../shared/domain/title.ts';
import { ChatPane } from './ChatPane.tsx';
import type { ChatScreenProps, QuickActionSlot } from './ChatScreen.tsx';
import styles from './ChatView.module.css';
import { newChatDraft } from './composer/drafts.ts';
import { useConversation } from './data/use-conversation.ts';
import { useChatListRealtime, useMessagesRealtime } from './data/use-realtime.ts';
import { useChatEngine } from './EngineContext.ts';
import { GuestNotice } from './GuestNotice.tsx';
import { Landing } from './Landing.tsx';
import { ShortcutsDialog } from './shortcuts/ShortcutsDialog.tsx';
import { useChatShortcuts } from './shortcuts/use-chat-shortcuts.ts';
import { ChatSidebar } from './sidebar/ChatSidebar.tsx';
import { TemporaryEntry } from './temporary/TemporaryEntry.tsx';
import { TemporaryView } from './temporary/TemporaryView.tsx';
import { useTemporaryChat } from './temporary/use-temporary-chat.ts';
import { chatTexts } from './texts.ts';
import { useTurnPhase } from './turn/use-turn.ts';
import { useAsked } from './use-asked.ts';
import { useResend } from './use-resend.ts';
import { useSelectedChat } from './use-selected-chat.ts';
import { useSending } from './use-sending.ts';

/** Sidebar and conversation, and the keys that lead through them. */
export function ChatView({
  userId,
  model,
  hasModelChanged = false,
  nameOfModel,
  modelPicker,
  QuickActions,
  askForKey = null,
}: ChatScreenProps & { readonly userId: string }) {
  const { chatId, storedId, title, newChat, select } = useSelectedChat(userId);
  const { drafts } = useChatEngine();
  const sidebar = useSidebar('sidebar_state');
  const turn = useTurnPhase(chatId);
  const loadedId = storedId ?? (turn.isChatStored ? chatId : null);
  const stored = useConversation(loadedId);
  const sending = useSending({
    chatId,
    title: loadedId === null ? null : (title ?? untitled),
    model,
    askForKey,
  });
  useResend({ chatId, hasModelChanged, last: stored.rows.at(-1), phase: turn.phase, sending });
  useChatListRealtime(userId);
  useMessagesRealtime(loadedId);

  const temporary = useTemporaryChat();
  const temporaryChat = storedId === null ? temporary.chat : null;
  const input = useRef<HTMLTextAreaElement>(null);
  const sidebarToggle = useRef<HTMLButtonElement>(null);
  const sidebarOpener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A keyboard that slides over a narrow screen comes when it is asked for.
    if (!sidebar.isNarrow) input.current?.focus();
  }, [chatId, temporaryChat, sidebar.isNarrow]);
  const { closeDrawer } = sidebar;
  const { leave } = temporary;
  const onSelect = useMemo(
    () => (id: string, isOptimistic: boolean, messageId?: string) => {
      closeDrawer();
      void leave(() => select(id, isOptimistic, messageId));
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
  const [hasHelp, setHelp] = useState(false);
  useChatShortcuts({
    userId,
    chatId,
    input,
    readLastReply: () =>
      (temporaryChat?.rows() ?? stored.rows).findLast(({ role }) => role === 'assistant')?.content ?? null,
    onNewChat,
    onSelect,
    onToggleSidebar: sidebar.toggle,
    onHelp: () => setHelp(true),
  });
  const { act, send } = sending;
  useAsked({
    chatId,
    isFree: loadedId === null && temporaryChat === null && turn.phase === null,
    isReady: model !== null,
    onNewChat,
    onSend: (text) => {
      if (!askForKey) return void send(text);
      // Nobody would answer yet: the question waits in the input.
      drafts.restore(newChatDraft, text);
      askForKey();
    },
  });
  const { isNarrow } = sidebar;
  const onAct = useCallback<QuickActionSlot['onAct']>(
    (action, text) => {
      void act(action, text);
      // The dialog is gone, and on the landing the button that opened it too.
      if (!isNarrow) input.current?.focus();
    },
    [act, isNarrow],
  );
  const isDrawerOpen = sidebar.isNarrow && sidebar.isOpen;
  useEffect(() => {
    if (!isDrawerOpen) return;
    const opener = sidebarOpener.current;
    // What lies under the drawer is inert, the button that opened it included: the keyboard goes on inside.
    sidebarToggle.current?.focus();
    return () => opener?.focus();
  }, [isDrawerOpen]);
  const frame = {
    model,
    nameOfModel,
    modelPicker,
    askForKey,
    inputRef: input,
    isInert: isDrawerOpen,
    onOpenSidebar: isNarrow ? sidebar.toggle : null,
    openerRef: sidebarOpener,
  };
  return (
    <div className={styles.view}>
      {hasHelp && <ShortcutsDialog onClose={() => setHelp(false)} />}
      <ChatSidebar
        userId={userId}
        activeId={chatId}
        isOpen={sidebar.isOpen}
        isNarrow={sidebar.isNarrow}
        toggleRef={sidebarToggle}
        onToggle={sidebar.toggle}
        onNewChat={onNewChat}
        onSelect={onSelect}
      />
      {temporaryChat ? (
        <TemporaryView key={temporaryChat.id} chat={temporaryChat} onEnd={onNewChat} {...frame} />
      ) : (
        <ChatPane
          chatId={chatId}
          storedId={loadedId}
          title={title ?? chatTexts.newChat}
          draftKey={loadedId ?? newChatDraft}
          stored={stored}
          sending={sending}
          landing={<Landing />}
          notice={
            <GuestNotice
              sent={stored.rows.filter(({ role }) => role === 'user').length}
              isRefused={sending.isRefused}
            />
          }
          landingFoot={<TemporaryEntry onBegin={temporary.begin} />}
          quickActions={(slot) => <QuickActions drafts={drafts} onAct={onAct} {...slot} />}
          {...frame}
        />
      )}
    </div>
  );
}
