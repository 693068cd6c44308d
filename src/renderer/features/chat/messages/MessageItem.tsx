import { memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { Markdown } from '../../../components/markdown/Markdown.tsx';
import { chatTexts, messageTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { useMessageActions } from './actions.ts';
import { conversationOf } from './conversation-of.ts';
import { endNote } from './end-note.ts';
import { EditField } from './EditField.tsx';
import { FailedNote } from './FailedNote.tsx';
import { ReplyBar, UserMessageBar } from './MessageBar.tsx';
import { openEdits } from './open-edits.ts';
import { UserMessageText } from './UserMessageText.tsx';
import { ReplyLine } from './ReplyLine.tsx';
import { Thoughts } from './Thoughts.tsx';
import styles from './MessageItem.module.css';
import { IconCloudOff } from '@tabler/icons-react';
import { useChatEngine, useChatScreen } from '../chat-context.ts';

const MessageFiles = lazyComponent(
  async () => (await import('../attachments/MessageFiles.tsx')).MessageFiles,
  { look: 'panel' },
);

const Proposals = lazyComponent(async () => (await import('../memory/Proposals.tsx')).Proposals, {
  look: 'panel',
});

const ReplySources = lazyComponent(
  async () => (await import('../projects/files/ReplySources.tsx')).ReplySources,
  { look: 'panel' },
);

interface MessageItemProps {
  readonly message: ShownMessage;
  readonly modelName: string | null;
  /** The failover vendor's display name. Null if the active vendor replied. */
  readonly vendorName: string | null;
  /** True for the last message, the only one that can be continued. */
  readonly isLast: boolean;
  /** True if the search found a match in the message. A found message is not folded. */
  readonly isFound?: boolean;
  readonly onRetry: (() => void) | null;
  readonly onUnfold: () => void;
}

/** Shows a reply or a user's message. Both are formatted. */
export const MessageItem = memo(function MessageItem({
  onRetry,
  isFound = false,
  ...reply
}: MessageItemProps) {
  const { message, onUnfold } = reply;
  if (message.role !== 'user') return <Reply {...reply} />;
  return <UserMessage message={message} isFound={isFound} onRetry={onRetry} onUnfold={onUnfold} />;
}, isSame);

/**
 * Renders a hidden heading, which lets screen readers jump from message to message. Its level is above the headings in
 * replies.
 */
function SpeakerHeading({ name }: { readonly name: string }) {
  return <h2 className={`visually-hidden ${styles.speaker}`}>{name}</h2>;
}

type UserMessageProps = Required<Pick<MessageItemProps, 'message' | 'isFound' | 'onRetry' | 'onUnfold'>>;

function UserMessage({ message, isFound, onRetry, onUnfold }: UserMessageProps) {
  const actions = useMessageActions();
  const editButton = useRef<HTMLButtonElement>(null);
  const [isEditing, setIsEditing] = useState(() => openEdits.has(message.id));
  return (
    <article className={styles.own} aria-label={chatTexts.you} data-status={message.status}>
      <SpeakerHeading name={chatTexts.you} />
      {isEditing && actions ? (
        <EditField
          messageId={message.id}
          text={message.content}
          mayBeBlank={message.attachments !== undefined}
          onSend={(text) => {
            void actions.edit(message.id, text);
          }}
          onClose={() => {
            flushSync(() => setIsEditing(false));
            editButton.current?.focus();
          }}
        />
      ) : (
        <>
          {message.attachments && <MessageFiles files={message.attachments} />}
          {message.content !== '' && (
            <UserMessageText text={message.content} isFound={isFound} onUnfold={onUnfold} />
          )}
          {message.status === 'queued' && <QueuedNote messageId={message.id} />}
          {message.status === 'failed' && onRetry && <FailedNote message={message} onRetry={onRetry} />}
          <div className={styles.actions}>
            <UserMessageBar message={message} editButton={editButton} onEdit={() => setIsEditing(true)} />
          </div>
        </>
      )}
    </article>
  );
}

function Reply({
  message,
  modelName,
  vendorName,
  isLast,
  onUnfold,
}: Omit<MessageItemProps, 'isFound' | 'onRetry'>) {
  const isGrowing = message.end === null;
  return (
    <article className={styles.reply} aria-label={modelName ?? chatTexts.badge} aria-busy={isGrowing}>
      <SpeakerHeading name={chatTexts.badge} />
      {message.thinking && (
        <Thoughts messageId={message.id} thinking={message.thinking} onUnfold={onUnfold} />
      )}
      {message.content !== '' && <Markdown text={message.content} isGrowing={isGrowing} />}
      <ReplyNote message={message} isLast={isLast} />
      {vendorName !== null && message.unavailableVendor !== null && (
        <p className={styles.failover}>
          {chatTexts.failover({ vendor: vendorName, unavailable: message.unavailableVendor })}
        </p>
      )}
      {message.proposals && message.chatId && !isGrowing && (
        <Proposals chatId={message.chatId} messageId={message.id} proposals={message.proposals} />
      )}
      {/* Otherwise, each frame of a growing reply would read all files again. */}
      {message.usage?.instructions?.includes('files') && !isGrowing && <ReplySources message={message} />}
      {/* Reserves the footer's space while the reply grows, so that nothing moves at the end. */}
      <footer className={styles.actions} data-waiting={isGrowing || undefined}>
        <ReplyLine message={message} modelName={modelName} />
        <ReplyBar message={message} isLast={isLast} />
      </footer>
    </article>
  );
}

function ReplyNote({ message, isLast }: Pick<MessageItemProps, 'message' | 'isLast'>) {
  const actions = useMessageActions();
  const { content, end } = message;
  const note = content === '' && end !== 'stopped' && end !== null ? chatTexts.noAnswer : endNote(end);
  if (!note) return null;
  return (
    <div className={styles.note}>
      <p>{note}</p>
      {actions && isLast && content !== '' && (
        <button
          type="button"
          className={styles.continue}
          disabled={actions.isBusy}
          onClick={({ currentTarget }) => {
            conversationOf(currentTarget)?.focus();
            void actions.resume(message.id);
          }}
        >
          {messageTexts.continue}
        </button>
      )}
    </div>
  );
}

/** Growing replies create new objects in each frame. Messages with equal content are not rendered again. */
function isSame(before: MessageItemProps, after: MessageItemProps): boolean {
  const [a, b] = [before.message, after.message];
  return (
    before.modelName === after.modelName &&
    before.vendorName === after.vendorName &&
    before.onRetry === after.onRetry &&
    before.isLast === after.isLast &&
    before.isFound === after.isFound &&
    a.versions?.join() === b.versions?.join() &&
    a.attachments?.length === b.attachments?.length &&
    a.id === b.id &&
    a.content === b.content &&
    a.status === b.status &&
    a.end === b.end &&
    a.thinking?.since === b.thinking?.since &&
    a.thinking?.milliseconds === b.thinking?.milliseconds &&
    a.createdAt === b.createdAt &&
    a.usage === b.usage &&
    a.unavailableVendor === b.unavailableVendor &&
    a.failure?.code === b.failure?.code &&
    a.notice?.message === b.notice?.message
  );
}

/** Shows what a queued message waits for, with a button that returns its text to the input. */
function QueuedNote({ messageId }: { readonly messageId: string }) {
  const { queue } = useChatEngine();
  const { model } = useChatScreen();
  return (
    <output className={styles.queuedNoteNote}>
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      <span className={styles.text}>{chatTexts[model === null ? 'queuedForModels' : 'queued']}</span>
      <button type="button" className={styles.cancel} onClick={() => queue.cancel(messageId)}>
        {chatTexts.cancelQueued}
      </button>
    </output>
  );
}
