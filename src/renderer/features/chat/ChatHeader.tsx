import { IconLayoutSidebar } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { CopyButton } from '../../components/markdown/CopyButton.tsx';
import { useChatScreen } from './chat-context.ts';
import styles from './ChatHeader.module.css';
import type { PanelAction } from './messages/panels.ts';
import { ParametersButton } from './parameters/ParametersButton.tsx';
import { chatTexts, sidebarTexts } from './texts.ts';
import { ChatTitle } from './title/ChatTitle.tsx';
import type { ChatActions } from './use-chat-actions.ts';

const ConversationMenu = lazyComponent(async () => (await import('./header-parts.ts')).ConversationMenu, {
  look: 'panel',
  waiting: <span className={styles.icon} />,
  isDeferred: true,
});

const ExportButton = lazyComponent(async () => (await import('./header-parts.ts')).ExportButton, {
  look: 'nothing',
  waiting: <span className={styles.export} />,
  isDeferred: true,
});

const ProjectLink = lazyComponent(async () => (await import('./deferred-parts.ts')).ProjectLink, {
  look: 'nothing',
  isDeferred: true,
});

interface ChatHeaderProps {
  /** Null if the chat is not stored. Such a chat can be neither renamed nor exported with all versions. */
  readonly storedId: string | null;
  /** Null until the chat is loaded. */
  readonly title: string | null;
  readonly draftKey: string;
  /** Opens the drawer on narrow screens. Null on wide ones. */
  readonly onOpenSidebar: (() => void) | null;
  /** Gets the focus when the drawer closes. */
  readonly openerRef: RefObject<HTMLButtonElement | null>;
  readonly actions: ChatActions | null;
  /** Panels that can be opened above the conversation. Empty if there are no messages. */
  readonly panels: readonly PanelAction[];
  /**
   * The conversation to copy or export, with the running reply's text so far. Null while it is empty or
   * loading. On narrow screens, both actions are in the menu [CHAT-034].
   */
  readonly conversation: { readonly count: number; readonly readTranscript: () => Promise<string> } | null;
}

/** The top bar of a chat: title, copy, export and model picker [CHAT-024, CHAT-025, CHAT-033]. */
export function ChatHeader({
  storedId,
  title,
  draftKey,
  onOpenSidebar,
  openerRef,
  actions,
  panels,
  conversation,
}: ChatHeaderProps) {
  const { modelPicker } = useChatScreen();
  const hasMenu = panels.length > 0 || actions !== null;
  return (
    <header className={styles.header}>
      {onOpenSidebar && (
        <button
          ref={openerRef}
          type="button"
          className={styles.icon}
          aria-label={sidebarTexts.open}
          onClick={onOpenSidebar}
        >
          <IconLayoutSidebar size={20} stroke={1.6} aria-hidden />
        </button>
      )}
      <ProjectLink storedId={storedId} />
      <ChatTitle chatId={storedId} title={title} />
      {conversation && !onOpenSidebar && (
        <div className={styles.actions}>
          <span className={styles.count}>{chatTexts.messageCount({ count: conversation.count })}</span>
          <CopyButton
            className={styles.action}
            text={conversation.readTranscript}
            label={chatTexts.copyAll}
            success={chatTexts.messageCopied}
            isLabeled
          />
          <ExportButton
            storedId={storedId}
            readTranscript={conversation.readTranscript}
            className={styles.action}
          />
        </div>
      )}
      <ParametersButton
        storedId={storedId}
        draftKey={draftKey}
        className={onOpenSidebar && hasMenu ? styles.inMenu : styles.icon}
      />
      <div className={styles.picker} data-shortcut="model">
        {modelPicker}
      </div>
      {hasMenu && (
        <ConversationMenu
          storedId={storedId}
          actions={actions}
          panels={panels}
          readTranscript={conversation?.readTranscript ?? null}
          isNarrow={onOpenSidebar !== null}
          className={styles.icon}
        />
      )}
    </header>
  );
}
