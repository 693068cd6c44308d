import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { memo } from 'react';
import { CopyButton } from '../../../components/markdown/CopyButton.tsx';
import { Markdown } from '../../../components/markdown/Markdown.tsx';
import { chatTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/live-turn.ts';
import styles from './MessageItem.module.css';
import { readTime } from './read-time.ts';

interface MessageItemProps {
  readonly message: ShownMessage;
  /** The model's name, as the list of models knows it. */
  readonly modelName: string | null;
  /** Given on the message that can be tried again. */
  readonly onRetry: (() => void) | null;
}

/** One message: the person's own as they typed it, the reply as formatted text. */
export const MessageItem = memo(function MessageItem({ message, modelName, onRetry }: MessageItemProps) {
  return message.role === 'user' ? (
    <OwnMessage message={message} onRetry={onRetry} />
  ) : (
    <Reply message={message} modelName={modelName} />
  );
}, isSame);

function OwnMessage({ message, onRetry }: Omit<MessageItemProps, 'modelName'>) {
  return (
    <article className={styles.own} aria-label={chatTexts.you} data-status={message.status}>
      <p className={styles.ownText} dir="auto">
        {message.content}
      </p>
      {message.status === 'failed' && onRetry ? (
        <p className={styles.failed} role="alert">
          <IconAlertCircle size={16} stroke={1.75} aria-hidden />
          {chatTexts.failed}
          <button type="button" className={styles.retry} onClick={onRetry}>
            <IconRefresh size={14} stroke={2} aria-hidden />
            {chatTexts.retry}
          </button>
        </p>
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

function Reply({ message, modelName }: Omit<MessageItemProps, 'onRetry'>) {
  const isGrowing = message.end === null;
  return (
    <article className={styles.reply} aria-label={modelName ?? chatTexts.badge} aria-busy={isGrowing}>
      <Markdown text={message.content} isGrowing={isGrowing} />
      <ReplyNote message={message} />
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
    before.onRetry === after.onRetry &&
    a.id === b.id &&
    a.content === b.content &&
    a.status === b.status &&
    a.end === b.end &&
    a.isUnsaved === b.isUnsaved
  );
}
