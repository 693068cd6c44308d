import { IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { EngineContext, type TemporaryChat, useChatEngine } from '../chat-context.ts';
import { ChatNotice } from '../ChatNotice.tsx';
import { type ChatFrame, ChatPane } from '../ChatPane.tsx';
import { useConversation } from '../data/use-conversation.ts';
import { temporaryTexts as texts } from './texts.ts';
import { useSending } from '../use-sending.ts';
import styles from './TemporaryView.module.css';
import { askToConfirm } from '../../../lib/confirmation.ts';

interface TemporaryViewProps {
  readonly chat: TemporaryChat;
  readonly onEnd: () => void;
  readonly frame: ChatFrame;
}

/** A temporary chat. It has no quick actions, because the service would store the images that they create. */
export function TemporaryView(props: TemporaryViewProps) {
  return (
    <EngineContext value={props.chat.engine}>
      <TemporaryPane {...props} />
    </EngineContext>
  );
}

function TemporaryPane({ chat, onEnd, frame }: TemporaryViewProps) {
  const rows = useSyncExternalStore(chat.subscribe, chat.rows);
  const { id } = chat;
  return (
    <ChatPane
      chat={{ id, storedId: null, title: texts.title, draftKey: id }}
      // Without an id, no messages are requested.
      stored={{ ...useConversation(null), rows }}
      sending={useSending(id, texts.title)}
      frame={frame}
      landing={
        <div className={styles.landing}>
          <h2 className={styles.title}>{texts.landing}</h2>
          <p className={styles.text}>{texts.landingText}</p>
        </div>
      }
      notice={
        <ChatNotice
          icon={<IconEyeOff size={16} stroke={1.75} aria-hidden />}
          action={texts.end}
          onAction={onEnd}
        >
          {texts.notice} <span>{texts.vendorNote}</span>
        </ChatNotice>
      }
    />
  );
}

interface TemporaryEntryProps {
  readonly onBegin: () => void;
  /** Other ways to start a chat, shown before this one. */
  readonly children: ReactNode;
}

export function TemporaryEntry({ onBegin, children }: TemporaryEntryProps) {
  return (
    <div className={styles.entry}>
      {children}
      <button type="button" title={texts.beginNote} onClick={onBegin}>
        <IconEyeOff size={16} stroke={1.75} aria-hidden />
        {texts.begin}
      </button>
    </div>
  );
}

/** Returns the temporary chat, if there is one. Leaving it needs a confirmation if text would be lost. */
export function useTemporaryChat() {
  const slot = useChatEngine().temporary;
  if (!slot) throw new Error('A temporary chat cannot contain another one.');
  const chat = useSyncExternalStore(slot.subscribe, slot.get);
  const isOpening = useSyncExternalStore(slot.subscribe, slot.isOpening);
  const begin = useCallback(() => void slot.begin(), [slot]);
  const leave = useCallback(
    async (act: () => void) => {
      // Runs synchronously if no confirmation is needed, so that the focus can still move during the key press.
      if (slot.get()?.hasText() && !(await askToConfirm(texts.endQuestion))) return;
      slot.end();
      act();
    },
    [slot],
  );
  useEffect(() => {
    if (!chat) return;
    // Reloading the page also ends the chat, but only the browser can ask for confirmation then.
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (chat.hasText()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [chat]);
  return { chat, isOpening, begin, leave };
}
