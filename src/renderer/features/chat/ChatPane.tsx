import type { ReactNode, RefObject } from 'react';
import { ChatHeader } from './ChatHeader.tsx';
import styles from './ChatPane.module.css';
import type { ChatScreenProps, QuickActionSlot } from './ChatScreen.tsx';
import { Composer } from './composer/Composer.tsx';
import { type useConversation, useStoredCount } from './data/use-conversation.ts';
import { useTranscript } from './data/use-transcript.ts';
import { Conversation } from './messages/Conversation.tsx';
import { chatTexts } from './texts.ts';
import { useSendLock, useShownCount, useTurnPhase } from './turn/use-turn.ts';
import type { useSending } from './use-sending.ts';

/** What a chat shares with the screen around it. */
export interface ChatFrame extends Pick<ChatScreenProps, 'model' | 'nameOfModel' | 'modelPicker'> {
  readonly askForKey: (() => void) | null;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  /** True while something lies over it. */
  readonly isInert: boolean;
  /** Opens the drawer on narrow screens; null where the sidebar is always there. */
  readonly onOpenSidebar: (() => void) | null;
  readonly openerRef: RefObject<HTMLButtonElement | null>;
}

interface ChatPaneProps extends ChatFrame {
  readonly chatId: string;
  /** Null while the service does not have the chat. */
  readonly storedId: string | null;
  readonly title: string;
  readonly draftKey: string;
  readonly stored: ReturnType<typeof useConversation>;
  readonly sending: ReturnType<typeof useSending>;
  /** Stands above the input until the chat begins. */
  readonly landing: ReactNode;
  /** Stands below the input until the chat begins. */
  readonly landingFoot?: ReactNode;
  /** Said of the chat as long as it lasts. */
  readonly notice?: ReactNode;
  /** Draws what can be asked besides a model. */
  readonly quickActions?: (slot: Pick<QuickActionSlot, 'look' | 'isDisabled'>) => ReactNode;
}

/** One chat, whoever keeps its messages: header, conversation or landing, input, and the line at its foot [CHAT-039]. */
export function ChatPane({
  chatId,
  storedId,
  title,
  draftKey,
  stored,
  sending,
  landing,
  landingFoot,
  notice,
  quickActions,
  model,
  nameOfModel,
  modelPicker,
  askForKey,
  inputRef,
  isInert,
  onOpenSidebar,
  openerRef,
}: ChatPaneProps) {
  const turn = useTurnPhase(chatId);
  const isLocked = useSendLock(chatId, turn.isBusy);
  const readTranscript = useTranscript(chatId, stored);
  const shownCount = useShownCount(chatId, stored.rows);
  const count = useStoredCount(storedId, shownCount, stored.hasOlder);
  const isLanding = storedId === null && stored.rows.length === 0 && turn.phase === null;
  const isNarrow = onOpenSidebar !== null;
  const hasTopBar = count > 0 && !turn.isBusy && !stored.isLoading && !isNarrow;
  return (
    <section className={styles.main} inert={isInert} aria-label={title}>
      <ChatHeader
        storedId={storedId}
        title={title}
        modelPicker={modelPicker}
        onOpenSidebar={onOpenSidebar}
        openerRef={openerRef}
        conversation={hasTopBar ? { count, readTranscript } : null}
      />
      {notice}
      <div className={styles.body} data-landing={isLanding || undefined}>
        {isLanding ? (
          landing
        ) : (
          <Conversation
            key={chatId}
            chatId={chatId}
            stored={stored}
            sending={sending}
            nameOfModel={nameOfModel}
          />
        )}
        <Composer
          draftKey={draftKey}
          inputRef={inputRef}
          isLocked={isLocked}
          isReady={model !== null}
          canStop={turn.canStop}
          askForKey={askForKey}
          onSend={(text) => void sending.send(text)}
          onStop={sending.stop}
          actions={isLanding ? null : quickActions?.({ look: 'menu', isDisabled: isLocked })}
        />
        {isLanding && quickActions?.({ look: 'row', isDisabled: isLocked })}
        {isLanding && landingFoot}
      </div>
      <footer className={styles.foot}>
        {model && <span className={styles.modelName}>{model.name}</span>}
        <span>{chatTexts.messageCount(count)}</span>
      </footer>
    </section>
  );
}
