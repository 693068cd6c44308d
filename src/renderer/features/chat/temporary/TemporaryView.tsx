import { IconEyeOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { ChatNotice } from '../ChatNotice.tsx';
import { type ChatFrame, ChatPane } from '../ChatPane.tsx';
import { useConversation } from '../data/use-conversation.ts';
import { EngineContext } from '../EngineContext.ts';
import { useSending } from '../use-sending.ts';
import styles from './TemporaryView.module.css';
import type { TemporaryChat } from './temporary-chat.ts';
import { temporaryTexts as texts } from './texts.ts';

interface TemporaryViewProps extends ChatFrame {
  readonly chat: TemporaryChat;
  readonly onEnd: () => void;
}

/** A temporary chat, marked as such. Quick actions are not offered: the service keeps the images they make. */
export function TemporaryView(props: TemporaryViewProps) {
  return (
    <EngineContext value={props.chat.engine}>
      <TemporaryPane {...props} />
    </EngineContext>
  );
}

function TemporaryPane({ chat, onEnd, ...frame }: TemporaryViewProps) {
  const rows = useSyncExternalStore(chat.subscribe, chat.rows);
  // Asks the service nothing without a chat of its own, and has the shape that the conversation draws.
  const stored = { ...useConversation(null), rows };
  const { model, askForKey } = frame;
  const sending = useSending({ chatId: chat.id, title: texts.title, model, askForKey });
  return (
    <ChatPane
      chatId={chat.id}
      storedId={null}
      title={texts.title}
      draftKey={chat.id}
      stored={stored}
      sending={sending}
      landing={<Landing />}
      notice={<Notice onEnd={onEnd} />}
      {...frame}
    />
  );
}

function Notice({ onEnd }: { readonly onEnd: () => void }) {
  return (
    <ChatNotice icon={<IconEyeOff size={16} stroke={1.75} aria-hidden />} action={texts.end} onAction={onEnd}>
      {texts.notice} <span>{texts.vendorNote}</span>
    </ChatNotice>
  );
}

function Landing() {
  return (
    <div className={styles.landing}>
      <h2 className={styles.title}>{texts.landing}</h2>
      <p className={styles.text}>{texts.landingText}</p>
    </div>
  );
}
