import {
  IconChevronLeft,
  IconChevronRight,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconVolume,
} from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { CopyButton } from '../../../components/markdown/CopyButton.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { chatLimits } from '../constants.ts';
import { chatTexts, messageTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { useMessageActions } from './actions.ts';
import { conversationOf } from './conversation-of.ts';
import styles from './MessageBar.module.css';
import { MoreMenu } from './MoreMenu.tsx';
import { MessageTime } from './ReplyLine.tsx';

const ReadAloud = lazyComponent(async () => (await import('../aloud/ReadAloud.tsx')).ReadAloud, {
  look: 'panel',
});

const narrowQuery = `(max-width: ${chatLimits.narrowBelow - 0.02}px)`;

interface UserMessageBarProps {
  readonly message: ShownMessage;
  readonly editButton: RefObject<HTMLButtonElement | null>;
  readonly onEdit: () => void;
}

export function UserMessageBar({ message, editButton, onEdit }: UserMessageBarProps) {
  const actions = useMessageActions();
  const { id, content, createdAt, versions } = message;
  return (
    <>
      {versions && <VersionSwitcher messageId={id} versions={versions} />}
      <Tools>
        <MessageTime at={createdAt} />
        {content !== '' && (
          <CopyButton
            className={styles.button}
            text={content}
            label={chatTexts.copyMessage}
            success={chatTexts.messageCopied}
          />
        )}
        {actions && versions && (
          <>
            <button
              ref={editButton}
              type="button"
              className={styles.button}
              data-edit-message
              aria-label={messageTexts.edit}
              title={messageTexts.edit}
              aria-disabled={actions.isBusy}
              onClick={() => !actions.isBusy && onEdit()}
            >
              <IconPencil size={16} stroke={1.75} aria-hidden />
            </button>
            <MoreMenu message={message} />
          </>
        )}
      </Tools>
    </>
  );
}

/** Always visible below the last reply and on touch screens, and otherwise on hover and focus. */
function Tools({ isLast = false, children }: { readonly isLast?: boolean; readonly children: ReactNode }) {
  return (
    <span className={styles.tools} data-last={isLast || undefined}>
      {children}
    </span>
  );
}

interface ReplyBarProps {
  readonly message: ShownMessage;
  readonly isLast: boolean;
}

export function ReplyBar({ message, isLast }: ReplyBarProps) {
  const actions = useMessageActions();
  const isNarrow = useMedia(narrowQuery);
  /** The selected text at which reading aloud begins. Null while the reply is not read. */
  const [readFrom, setReadFrom] = useState<string | null>(null);
  const isRead = readFrom !== null;
  const toggleReading = () => setReadFrom(isRead ? null : String(document.getSelection() ?? ''));
  const { id, content, versions } = message;
  const readLabel = isRead ? messageTexts.stopReading : messageTexts.readAloud;
  const ReadIcon = isRead ? IconPlayerStop : IconVolume;
  return (
    <>
      {versions && <VersionSwitcher messageId={id} versions={versions} />}
      <Tools isLast={isLast}>
        <CopyButton
          className={styles.button}
          text={content}
          label={chatTexts.copyMessage}
          success={chatTexts.messageCopied}
        />
        {actions && versions && (
          <button
            type="button"
            className={styles.button}
            aria-label={messageTexts.regenerate}
            title={messageTexts.regenerate}
            aria-disabled={actions.isBusy}
            onClick={({ currentTarget }) => {
              if (actions.isBusy) return;
              conversationOf(currentTarget)?.focus();
              void actions.regenerate(id);
            }}
          >
            <IconRefresh size={16} stroke={1.75} aria-hidden />
          </button>
        )}
        {(!isNarrow || isRead || !actions || !versions) && (
          <button
            type="button"
            className={styles.button}
            aria-label={readLabel}
            title={readLabel}
            aria-pressed={isRead}
            // Keeps the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggleReading}
          >
            <ReadIcon size={16} stroke={1.75} aria-hidden />
          </button>
        )}
        {versions && <MoreMenu message={message} onReadAloud={isNarrow ? toggleReading : undefined} />}
      </Tools>
      {isRead && <ReadAloud markdown={content} selected={readFrom} onClose={() => setReadFrom(null)} />}
    </>
  );
}

interface VersionSwitcherProps {
  readonly messageId: string;
  /** The ids of all versions, oldest first. */
  readonly versions: readonly string[];
}

function VersionSwitcher({ messageId, versions }: VersionSwitcherProps) {
  const actions = useMessageActions();
  if (!actions || versions.length < 2) return null;
  const place = versions.indexOf(messageId);
  const button = (label: string, id: string | undefined, Icon: typeof IconChevronLeft) => (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      // Not `disabled`, because the button would lose the focus.
      aria-disabled={actions.isBusy || id === undefined}
      onClick={() => id !== undefined && !actions.isBusy && void actions.showVersion(id)}
    >
      <Icon size={14} stroke={2} aria-hidden />
    </button>
  );
  return (
    <fieldset
      className={styles.versions}
      aria-label={messageTexts.versions({ place: place + 1, count: versions.length })}
    >
      {button(messageTexts.earlierVersion, versions[place - 1], IconChevronLeft)}
      <span aria-hidden>
        {place + 1}/{versions.length}
      </span>
      {button(messageTexts.laterVersion, versions[place + 1], IconChevronRight)}
    </fieldset>
  );
}
