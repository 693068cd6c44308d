import { memo } from 'react';
import { CopyButton } from '../../../components/markdown/CopyButton.tsx';
import { Markdown } from '../../../components/markdown/Markdown.tsx';
import { chatTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { FailedNote } from './FailedNote.tsx';
import styles from './MessageItem.module.css';
import { readTime } from './read-time.ts';

interface MessageItemProps {
  readonly message: ShownMessage;
  /** The model's name, as the list of models knows it. */
  readonly modelName: string | null;
  /** The display name of the vendor that stood in for another one; null where none had to. */
  readonly vendorName: string | null;
  /** Given on the message that can be tried again. */
  readonly onRetry: (() => void) | null;
}

/** One message: the person's own as they typed it, the reply as formatted text. */
export const MessageItem = memo(function MessageItem({ onRetry, ...reply }: MessageItemProps) {
  const { message } = reply;
  return message.role === 'user' ? <OwnMessage message={message} onRetry={onRetry} /> : <Reply {...reply} />;
}, isSame);

function OwnMessage({ message, onRetry }: Pick<MessageItemProps, 'message' | 'onRetry'>) {
  return (
    <article className={styles.own} aria-label={chatTexts.you} data-status={message.status}>
      <p className={styles.ownText} dir="auto">
        {message.content}
      </p>
      {message.status === 'failed' && onRetry ? (
        <FailedNote failure={message.failure} onRetry={onRetry} />
      ) : (
        <div className={styles.actions}>
          <CopyButton
            text={message.content}
            label={chatTexts.copyMessage}
            success={chatTexts.messageCopied}
          />
        </div>
      )}
    </article>
  );
}

function Reply({ message, modelName, vendorName }: Omit<MessageItemProps, 'onRetry'>) {
  const isGrowing = message.end === null;
  return (
    <article className={styles.reply} aria-label={modelName ?? chatTexts.badge} aria-busy={isGrowing}>
      <Markdown text={message.content} isGrowing={isGrowing} />
      <ReplyNote message={message} />
      {vendorName !== null && message.unavailableVendor !== null && (
        <p className={styles.stoodIn}>{chatTexts.stoodIn(vendorName, message.unavailableVendor)}</p>
      )}
      {/* Its room is kept while the reply grows, so that nothing moves when it ends. */}
      <footer className={styles.actions} data-waiting={isGrowing || undefined}>
        <CopyButton text={message.content} label={chatTexts.copyMessage} success={chatTexts.messageCopied} />
        <span>{chatTexts.readTime(readTime(isGrowing ? '' : message.content))}</span>
        {modelName && <span className={styles.model}>{modelName}</span>}
      </footer>
    </article>
  );
}

function ReplyNote({ message }: { readonly message: ShownMessage }) {
  const note = message.isUnsaved ? chatTexts.unsaved : noteOfEnd(message.end);
  return note && <p className={styles.note}>{note}</p>;
}

function noteOfEnd(end: ShownMessage['end']): string | null {
  switch (end) {
    case 'stopped':
      return chatTexts.stopped;
    case 'interrupted':
    case 'failed':
      return chatTexts.interrupted;
    case 'length':
      return chatTexts.cutByLength;
    case 'complete':
    case null:
      return null;
  }
}

/** Lists make these objects anew with each frame of a growing reply; what is equal is not drawn again. */
function isSame(before: MessageItemProps, after: MessageItemProps): boolean {
  const [a, b] = [before.message, after.message];
  return (
    before.modelName === after.modelName &&
    before.vendorName === after.vendorName &&
    before.onRetry === after.onRetry &&
    a.id === b.id &&
    a.content === b.content &&
    a.status === b.status &&
    a.end === b.end &&
    a.isUnsaved === b.isUnsaved &&
    a.unavailableVendor === b.unavailableVendor &&
    a.failure?.code === b.failure?.code &&
    a.failure?.message === b.failure?.message
  );
}
