import { IconClockHour4, IconPencil, IconX } from '@tabler/icons-react';
import { type RefObject, useMemo, useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';
import type { SendOperation } from '../outbox/operation.ts';
import { useTurnMessage } from '../turn/use-turn.ts';
import { queueTexts } from './texts.ts';
import styles from './WaitingMessages.module.css';

interface WaitingMessagesProps {
  readonly chatId: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

/** The messages that wait for the chat's running reply, above the input. */
export function WaitingMessages({ chatId, inputRef }: WaitingMessagesProps) {
  const { queue } = useChatEngine();
  const messages = useWaiting(chatId);
  const isHeld = messages.some((message) => message.isHeld);
  if (messages.length === 0) return null;
  // The clicked button disappears with its message.
  const focusInput = () => inputRef.current?.focus();
  return (
    <section className={styles.waiting} aria-label={queueTexts.label}>
      <p className={styles.note}>
        <IconClockHour4 size={14} stroke={1.75} aria-hidden />
        <span>{isHeld ? queueTexts.held : queueTexts.waiting}</span>
        {isHeld && (
          <button
            type="button"
            className={styles.now}
            onClick={() => {
              queue.sendNow(chatId);
              focusInput();
            }}
          >
            {queueTexts.sendNow}
          </button>
        )}
      </p>
      <ol className={styles.list}>
        {messages.map((message) => (
          <li key={message.id} className={styles.message}>
            <p className={styles.text} dir="auto">
              {message.typed}
            </p>
            <button
              type="button"
              className={styles.button}
              aria-label={queueTexts.edit}
              title={queueTexts.edit}
              onClick={() => {
                queue.cancel(message.id);
                focusInput();
              }}
            >
              <IconPencil size={16} stroke={1.75} aria-hidden />
            </button>
            <button
              type="button"
              className={styles.button}
              aria-label={queueTexts.remove}
              title={queueTexts.remove}
              onClick={() => {
                queue.remove(message);
                focusInput();
              }}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The chat's messages in the outbox, without the one that is in the conversation already. */
function useWaiting(chatId: string): readonly SendOperation[] {
  const { outbox } = useChatEngine();
  const operations = useSyncExternalStore(outbox.subscribe, outbox.all);
  const shownId = useTurnMessage(chatId);
  return useMemo(
    () =>
      operations.filter(
        (operation) => operation.kind === 'send' && operation.chatId === chatId && operation.id !== shownId,
      ) as readonly SendOperation[],
    [chatId, operations, shownId],
  );
}
