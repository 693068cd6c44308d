import { IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useSyncExternalStore } from 'react';
import { ChatHeader } from '../ChatHeader.tsx';
import type { ChatScreenProps } from '../ChatScreen.tsx';
import chatStyles from '../ChatView.module.css';
import { Composer } from '../composer/Composer.tsx';
import { useConversation } from '../data/use-conversation.ts';
import { useTranscript } from '../data/use-transcript.ts';
import { EngineContext } from '../EngineContext.ts';
import { Conversation } from '../messages/Conversation.tsx';
import { chatTexts } from '../texts.ts';
import { useSendLock, useShownCount, useTurnPhase } from '../turn/use-turn.ts';
import { useSending } from '../use-sending.ts';
import styles from './TemporaryView.module.css';
import type { TemporaryChat } from './temporary-chat.ts';
import { temporaryTexts } from './texts.ts';

interface TemporaryViewProps extends Pick<ChatScreenProps, 'model' | 'nameOfModel' | 'modelPicker'> {
  readonly chat: TemporaryChat;
  readonly askForKey: (() => void) | null;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly isInert: boolean;
  readonly onOpenSidebar: (() => void) | null;
  readonly openerRef: RefObject<HTMLButtonElement | null>;
  readonly onEnd: () => void;
}

/** A temporary chat, marked as such. Quick actions are not offered: the service keeps the images they make. */
export function TemporaryView(props: TemporaryViewProps) {
  return (
    <EngineContext value={props.chat.engine}>
      <TemporaryConversation {...props} />
    </EngineContext>
  );
}

function TemporaryConversation({
  chat,
  model,
  nameOfModel,
  modelPicker,
  askForKey,
  inputRef,
  isInert,
  onOpenSidebar,
  openerRef,
  onEnd,
}: TemporaryViewProps) {
  const rows = useSyncExternalStore(chat.subscribe, chat.rows);
  // Asks the service nothing without a chat of its own, and has the shape that the conversation draws.
  const stored = { ...useConversation(null), rows };
  const turn = useTurnPhase(chat.id);
  const sending = useSending({ chatId: chat.id, title: temporaryTexts.title, model, askForKey });
  const isLocked = useSendLock(chat.id, turn.isBusy);
  const readTranscript = useTranscript(chat.id, stored);
  const count = useShownCount(chat.id, rows);
  const isLanding = rows.length === 0 && turn.phase === null;
  return (
    <section className={chatStyles.main} inert={isInert} aria-label={temporaryTexts.title}>
      <ChatHeader
        storedId={null}
        title={temporaryTexts.title}
        modelPicker={modelPicker}
        onOpenSidebar={onOpenSidebar}
        openerRef={openerRef}
        conversation={count > 0 && !turn.isBusy ? { count, readTranscript } : null}
      />
      <Notice onEnd={onEnd} />
      <div className={chatStyles.body} data-landing={isLanding || undefined}>
        {isLanding ? (
          <Landing />
        ) : (
          <Conversation chatId={chat.id} stored={stored} sending={sending} nameOfModel={nameOfModel} />
        )}
        <Composer
          draftKey={chat.id}
          inputRef={inputRef}
          isLocked={isLocked}
          isReady={model !== null}
          canStop={turn.canStop}
          askForKey={askForKey}
          onSend={(text) => void sending.send(text)}
          onStop={sending.stop}
        />
      </div>
      <footer className={chatStyles.foot}>
        {model && <span className={chatStyles.modelName}>{model.name}</span>}
        <span>{chatTexts.messageCount(count)}</span>
      </footer>
    </section>
  );
}

function Notice({ onEnd }: { readonly onEnd: () => void }): ReactNode {
  return (
    <div className={styles.notice}>
      <IconEyeOff size={16} stroke={1.75} aria-hidden />
      <p>
        {temporaryTexts.notice} <span>{temporaryTexts.vendorNote}</span>
      </p>
      <button type="button" className={styles.end} onClick={onEnd}>
        {temporaryTexts.end}
      </button>
    </div>
  );
}

function Landing() {
  return (
    <div className={styles.landing}>
      <h2 className={styles.title}>{temporaryTexts.landing}</h2>
      <p className={styles.text}>{temporaryTexts.landingText}</p>
    </div>
  );
}
