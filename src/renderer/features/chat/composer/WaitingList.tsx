import { IconClockHour4, IconPencil, IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import type { SendOperation } from '../outbox/operation.ts';
import { replyModel } from '../turn/reply-model.ts';
import { recipientText } from './RecipientNote.tsx';
import { queueTexts } from './texts.ts';
import styles from './WaitingList.module.css';

interface WaitingListProps {
  readonly chatId: string;
  readonly messages: readonly SendOperation[];
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

export function WaitingList({ chatId, messages, inputRef }: WaitingListProps) {
  const { queue } = useChatEngine();
  const isHeld = messages.some((message) => message.isHeld);
  // Moves the focus, because the clicked button disappears with its message.
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
            <div className={styles.words}>
              <p className={styles.text} dir="auto">
                {[
                  message.oneTimeParameters?.persona && `@${message.oneTimeParameters.persona.name}`,
                  message.files && queueTexts.files({ count: message.files.length }),
                  message.typed,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <Recipient message={message} />
            </div>
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

function Recipient({ message }: { readonly message: SendOperation }) {
  const model = replyModel(message.model, useChatScreen());
  return model && <p className={styles.recipient}>{recipientText(model)}</p>;
}
