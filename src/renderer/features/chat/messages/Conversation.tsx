import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import { LoadFailure } from '../LoadFailure.tsx';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useReplyDisplay } from '../../../lib/reply-display.ts';
import { showToast } from '../../../lib/toast.ts';
import { chatTexts, chatToasts, failedReplyToast } from '../texts.ts';
import type { ContextSource } from '../turn/context-use.ts';
import { isBusy } from '../turn/live-turn.ts';
import { cutAtReveal, showMessages, type ShownMessage } from '../turn/shown-messages.ts';
import { useReveal } from '../turn/use-reveal.ts';
import { useShownChat } from '../marks/use-unread.ts';
import { readFailure } from '../turn/failed-replies.ts';
import { useTurn, useTypingIndicator } from '../turn/use-turn.ts';
import { loadUntil, type useConversation } from '../data/use-conversation.ts';
import { useChatEngine } from '../chat-context.ts';
import { useNow } from '../use-now.ts';
import { useRunning } from '../marks/use-running.ts';
import type { useSending } from '../use-sending.ts';
import { MessageActionsContext } from './actions.ts';
import styles from './Conversation.module.css';
import type { Panel } from './panels.ts';
import { LoadingMessages, TypingIndicator } from './TypingIndicator.tsx';
import { useLinkedMessage } from './use-linked-message.ts';
import { useReadingPlace } from './use-reading-place.ts';
import { useConversationActions } from './use-conversation-actions.ts';
import { useQuery } from '@tanstack/react-query';
import { chatQueries } from '../data/queries.ts';

/** Loaded separately, because the landing screen doesn't need it. */
export const MessageList = lazyComponent(async () => (await import('./MessageList.tsx')).MessageList, {
  look: 'area',
  waiting: <LoadingMessages />,
});

interface ConversationProps {
  readonly chatId: string;
  readonly stored: ReturnType<typeof useConversation>;
  readonly sending: Pick<ReturnType<typeof useSending>, 'retry' | 'answer' | 'edit' | 'again'>;
  readonly source: ContextSource;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly onQuote: (text: string) => void;
  readonly panel: Panel | null;
  readonly onClosePanel: () => void;
}

/** Shows a chat's messages. Renders with each frame of a growing reply, unlike the components around it. */
export function Conversation({ chatId, stored, sending, source, inputRef, ...list }: ConversationProps) {
  const now = useNow();
  const turn = useTurn(chatId);
  const isThinking = useTypingIndicator(turn);
  const { rows, isLoading, hasFailed, hasOlder, isLoadingOlder, loadOlder } = stored;
  const { userId } = useChatEngine();
  const reveal = useReveal(turn, useReplyDisplay(userId));
  const isRunning = useRunning().has(chatId);
  const isAwaited = isRunning || turn !== undefined;
  const messages = useMemo(
    () => cutAtReveal(markUnanswered(userId, showMessages(rows, turn), isAwaited, now), reveal),
    [userId, rows, turn, isAwaited, now, reveal],
  );
  const actions = useConversationActions({ chatId, stored, sending, isBusy: isBusy(turn?.phase), inputRef });
  const linked = useLinkedMessage(chatId, stored);
  const place = useReadingPlace(chatId, stored);
  useShownChat(chatId);
  const nameOfVendor = useVendorNames(messages.some(({ unavailableVendor }) => unavailableVendor !== null));
  const onLoadOlder = useCallback(() => void loadOlder(), [loadOlder]);
  const { retry, answer } = sending;
  const hasTurn = turn !== undefined;
  useEffect(() => {
    if (hasFailed && hasTurn) showToast(chatToasts.messagesNotLoaded);
  }, [hasFailed, hasTurn]);
  const onRetry = useCallback(() => {
    const last = rows.at(-1);
    if (hasTurn) retry();
    else if (last) answer(last);
  }, [answer, hasTurn, retry, rows]);

  if (isLoading && !turn) return <LoadingMessages />;
  if (hasFailed && !turn)
    return (
      <div className={styles.center}>
        <LoadFailure notice={chatToasts.messagesNotLoaded} onRetry={stored.retry} />
      </div>
    );
  if (messages.length === 0) return <EmptyConversation />;
  return (
    <MessageActionsContext value={actions}>
      <MessageList
        chatId={chatId}
        messages={messages}
        target={linked ?? place}
        nameOfVendor={nameOfVendor}
        source={source}
        hasOlder={hasOlder}
        isLoadingOlder={isLoadingOlder}
        onLoadOlder={onLoadOlder}
        onRetry={onRetry}
        loadAll={(isOver) => loadUntil(stored, isOver)}
        {...list}
      >
        {isThinking && (
          <TypingIndicator isProcessing={turn?.phase === 'waiting'} isReadingFiles={turn?.isReadingFiles} />
        )}
        {turn?.isCutOff && <output className={styles.notice}>{chatTexts.cutOff}</output>}
        {turn?.isContextCut && <p className={styles.notice}>{chatTexts.leftOut}</p>}
      </MessageList>
    </MessageActionsContext>
  );
}

/** Shown in a stored chat without messages [CHAT-009]. */
function EmptyConversation() {
  return (
    <div className={styles.center}>
      <h2 className={styles.title}>{chatTexts.emptyTitle}</h2>
      <p>{chatTexts.emptyText}</p>
    </div>
  );
}

/**
 * Returns a function that maps vendor names to display names. Names are unchanged until the display names are
 * loaded.
 */
function useVendorNames(isNeeded: boolean): (name: string) => string {
  const { data } = useQuery({ ...chatQueries.vendorNames(), enabled: isNeeded });
  return useCallback((name) => data?.get(name) ?? name, [data]);
}

/** How long (ms) after sending a message another device may still request the reply. */
const REQUEST_GRACE_TIME = 15_000;

/**
 * Marks the user's last message as failed if it has no reply, for example because the page was closed. The
 * user can then retry it. The reason is shown if it is stored on this device.
 *
 * @param isAwaited true if a reply is running, here or on another device
 */
export function markUnanswered(
  userId: string,
  messages: readonly ShownMessage[],
  isAwaited: boolean,
  now: number,
): readonly ShownMessage[] {
  const last = messages.at(-1);
  if (isAwaited || last?.role !== 'user') return messages;
  const failure = readFailure(userId, last.id);
  if (!failure && now - Date.parse(last.createdAt) < REQUEST_GRACE_TIME) return messages;
  const reason = failure && {
    failure: { ...failure, isAction: false },
    notice: failedReplyToast(failure.message),
  };
  return [...messages.slice(0, -1), { ...last, status: 'failed', ...reason }];
}
