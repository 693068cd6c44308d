import { IconArrowDown } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { chatTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { MessageItem } from './MessageItem.tsx';
import styles from './MessageList.module.css';
import { scrollBadge, showsScrollButton } from './scroll.ts';
import type { AskedMessage } from './use-asked-message.ts';
import { useJump } from './use-jump.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

/** Older messages are asked for when the top is this near (px). */
const TOP_DISTANCE = 400;

interface MessageListProps {
  readonly chatId: string;
  readonly messages: readonly ShownMessage[];
  /** Where the address leads; null for the end. */
  readonly asked: AskedMessage | null;
  readonly nameOfModel: (modelId: string) => string;
  readonly nameOfVendor: (name: string) => string;
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly onLoadOlder: () => void;
  /** Tries the last message again; null while that is not possible. */
  readonly onRetry: (() => void) | null;
  /** What stands below the messages: the typing indicator, a notice. */
  readonly children?: ReactNode;
}

/** The conversation, read from its end. */
export function MessageList(props: MessageListProps) {
  const {
    chatId,
    messages,
    asked,
    nameOfModel,
    nameOfVendor,
    hasOlder,
    isLoadingOlder,
    onLoadOlder,
    onRetry,
    children,
  } = props;
  const last = messages.at(-1);
  const { scroller, content, onScroll, isBottomVisible, scrollToBottom, stopFollowing } = useStickToBottom({
    chatId,
    firstId: messages[0]?.id,
    lastId: last?.id,
    isLastOwn: last?.role === 'user',
  });
  const onScrolled = useCallback(() => {
    onScroll();
    if (hasOlder && !isLoadingOlder && (scroller.current?.scrollTop ?? Infinity) < TOP_DISTANCE)
      onLoadOlder();
  }, [hasOlder, isLoadingOlder, onLoadOlder, onScroll, scroller]);
  const markedId = useJump(asked, (messageId) => {
    const row = content.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
    if (!row) return false;
    stopFollowing();
    row.scrollIntoView({ block: 'start' });
    row.focus({ preventScroll: true });
    return true;
  });
  const badge = scrollBadge(messages.length);
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={onScrolled}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        role="log"
        aria-label={chatTexts.conversation}
      >
        <div ref={content} className={styles.column}>
          {hasOlder && (
            <button type="button" className={styles.older} disabled={isLoadingOlder} onClick={onLoadOlder}>
              {isLoadingOlder ? chatTexts.loadingOlder : chatTexts.olderMessages}
            </button>
          )}
          {messages.map((message) => (
            <div
              // Versions of one message take its place, with the focus in it.
              key={message.versions?.[0] ?? message.id}
              className={styles.row}
              data-message={message.id}
              data-marked={message.id === markedId || undefined}
              tabIndex={-1}
            >
              <MessageItem
                message={message}
                modelName={message.modelId === null ? null : nameOfModel(message.modelId)}
                vendorName={vendorNameOf(message, nameOfVendor)}
                isLast={message === last}
                onRetry={message.status === 'failed' ? onRetry : null}
              />
            </div>
          ))}
          {children}
        </div>
      </div>
      {showsScrollButton(messages.length, isBottomVisible) && (
        <button
          type="button"
          className={styles.toBottom}
          aria-label={badge ? chatTexts.newMessages(badge) : chatTexts.scrollToBottom}
          onClick={scrollToBottom}
        >
          <IconArrowDown size={18} stroke={1.75} aria-hidden />
          {badge && <span className={styles.badge}>{badge}</span>}
        </button>
      )}
    </div>
  );
}

/** Named only where one vendor stood in for another. */
function vendorNameOf(
  { vendorId, unavailableVendor }: ShownMessage,
  nameOfVendor: (name: string) => string,
): string | null {
  return vendorId !== null && unavailableVendor !== null ? nameOfVendor(vendorId) : null;
}
