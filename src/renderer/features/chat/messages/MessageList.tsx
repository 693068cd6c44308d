import { IconArrowDown } from '@tabler/icons-react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useChatScreen } from '../chat-context.ts';
import { chatTexts } from '../texts.ts';
import { type ContextSource, contextUse } from '../turn/context-use.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { rowAttribute } from './rows-in-use.ts';
import { ContextMark } from './ContextMark.tsx';
import { SummaryMark } from './SummaryMark.tsx';
import { MessageItem } from './MessageItem.tsx';
import styles from './MessageList.module.css';
import type { Panel } from './panels.ts';
import { scrollBadge, scrollRowTo, showsScrollButton } from './scroll.ts';
import { rowKey } from './split.ts';
import { listTexts } from './texts.ts';
import { canHighlight } from './find/can-highlight.ts';
import { useHead } from './use-head.ts';
import { findRow, type JumpTarget, useJump } from './use-jump.ts';
import { useHasSelection } from './selection/use-has-selection.ts';
import { useMessageSplit } from './split.ts';
import { useJumpTarget } from './use-jump-target.ts';
import type { LoadAll } from './use-load-all.ts';
import { useNewCount } from './use-new-count.ts';
import { placeOf, useSavedPlace } from './use-saved-place.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import { withoutProposals } from './without-proposals.ts';

const SelectionBar = lazyComponent(async () => (await import('./selection/SelectionBar.tsx')).SelectionBar, {
  look: 'panel',
});

const FindBar = lazyComponent(async () => (await import('./find/FindBar.tsx')).FindBar, { look: 'panel' });

const FoundWords = lazyComponent(async () => (await import('./find/FoundWords.tsx')).FoundWords, {
  look: 'nothing',
});

const MessageMap = lazyComponent(async () => (await import('./map/MessageMap.tsx')).MessageMap, {
  look: 'dialog',
});

/** Older messages load within this distance from the top (px). */
const TOP_DISTANCE = 400;

export interface MessageListProps {
  readonly chatId: string;
  readonly messages: readonly ShownMessage[];
  /** The message to scroll to. Null scrolls to the end. */
  readonly target: JumpTarget | null;
  readonly nameOfVendor: (name: string) => string;
  readonly source: ContextSource;
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly onLoadOlder: () => void;
  readonly loadAll: LoadAll;
  readonly onRetry: (() => void) | null;
  readonly onQuote: (text: string) => void;
  readonly panel: Panel | null;
  readonly onClosePanel: () => void;
  /** Shown below the messages: the typing indicator or a notice. */
  readonly children?: ReactNode;
}

/**
 * Shows the messages, starting at `target` or at the end. In long conversations, older messages are only rendered while
 * they are visible.
 */
export function MessageList(props: MessageListProps) {
  const { chatId, hasOlder, isLoadingOlder, onLoadOlder, panel, children } = props;
  const messages = useMemo(() => props.messages.map(withoutProposals), [props.messages]);
  const last = messages.at(-1);
  const { scroller, content, onScroll, isBottomVisible, scrollToBottom, stopFollowing } = useStickToBottom({
    chatId,
    messages,
  });
  const { head, tail } = useMessageSplit(messages, { hasOlder, mayMove: isBottomVisible });
  const { rows, height, measure, scrollTo, onPlaced } = useHead(head, {
    scrollerRef: scroller,
    contentRef: content,
    hasOlder,
  });
  const onScrolled = useCallback(() => {
    onScroll();
    if (hasOlder && !isLoadingOlder && (scroller.current?.scrollTop ?? Infinity) < TOP_DISTANCE)
      onLoadOlder();
  }, [hasOlder, isLoadingOlder, onLoadOlder, onScroll, scroller]);
  useLayoutEffect(onPlaced, [chatId, onPlaced]);
  useSavedPlace(chatId, scroller, content);
  const newCount = useNewCount(messages, isBottomVisible);
  const { target, jumpTo } = useJumpTarget(props.target);
  const [foundId, setFoundId] = useState<string | null>(null);
  const markedId = useJump(target, content, ({ id: messageId, offset }) => {
    const drawn = findRow(content.current, messageId);
    const isPlaced = offset !== undefined && drawn !== null;
    const row = !isPlaced && scrollTo(messageId) ? null : drawn;
    if (isPlaced && scroller.current) scrollRowTo(scroller.current, drawn, offset);
    else row?.scrollIntoView({ block: 'start' });
    const isShown = row !== null || head.some(({ id }) => id === messageId);
    if (isShown) stopFollowing();
    if (row) onPlaced();
    return isShown;
  });
  const linkedId = props.target?.offset === undefined ? props.target?.id : undefined;
  const [seenVisit, setSeenVisit] = useState<string>();
  // Opening Find in chat ends the highlighting of a search result. Closing it must not scroll back to that result.
  if (panel?.kind === 'find' && seenVisit !== props.target?.visit) setSeenVisit(props.target?.visit);
  const words = seenVisit === props.target?.visit ? undefined : props.target?.words;
  const view = { scroller, content, render: scrollTo, stopFollowing, onPlaced };
  const hasSelection = useHasSelection(content);
  const firstSentId = useFirstSentId(props.source);
  const badge = scrollBadge(messages.length);
  const { summary } = props.source;
  const markOf = ({ id }: ShownMessage) => {
    if (id === firstSentId) return <ContextMark chatId={chatId} since={id} last={last?.id} />;
    return id === summary?.before && <SummaryMark chatId={chatId} summary={summary} />;
  };
  const rowOf = (message: ShownMessage, place: Pick<MessageRowProps, 'index' | 'start' | 'measure'> = {}) => (
    <MessageRow
      key={rowKey(message)}
      {...place}
      message={message}
      list={props}
      mark={markOf(message)}
      isLast={message === last}
      isMarked={message.id === markedId || (message.id === foundId && !canHighlight)}
      isFound={message.id === foundId || message.id === linkedId}
      onUnfold={stopFollowing}
    />
  );
  return (
    <div className={styles.frame}>
      {panel?.kind === 'find' && (
        <FindBar
          view={view}
          messages={messages}
          hasOlder={hasOlder}
          loadAll={props.loadAll}
          visit={panel.visit}
          onFound={setFoundId}
          onReturn={(place) => (place ? jumpTo(place) : scrollToBottom())}
          onClose={props.onClosePanel}
        />
      )}
      {props.target && words && words.length > 0 && (
        <FoundWords key={props.target.visit} view={view} messageId={props.target.id} words={words} />
      )}
      {panel?.kind === 'map' && (
        <MessageMap
          messages={messages}
          hasOlder={hasOlder}
          loadAll={props.loadAll}
          readTop={() => placeOf(scroller, content)?.id ?? null}
          onJump={(id) => jumpTo({ id })}
          onClose={props.onClosePanel}
        />
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={onScrolled}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that the keyboard can scroll it
        tabIndex={0}
        role="log"
        aria-label={chatTexts.conversation}
      >
        <div ref={content} className={styles.column}>
          {head.length > 0 && (
            <div className={styles.head} style={{ height }}>
              {hasOlder && (
                <button
                  type="button"
                  className={styles.older}
                  disabled={isLoadingOlder}
                  onClick={onLoadOlder}
                >
                  {isLoadingOlder ? chatTexts.loadingOlder : chatTexts.olderMessages}
                </button>
              )}
            </div>
          )}
          {/* Rendered as one list, so that a message keeps its state when it moves from the tail to the
              head. */}
          {[
            ...rows.flatMap(({ index, start }) => {
              const message = head[index];
              return message ? [rowOf(message, { index, start, measure })] : [];
            }),
            ...tail.map((message) => rowOf(message)),
          ]}
          {children}
        </div>
      </div>
      {showsScrollButton(messages.length, isBottomVisible, last?.end === null) && (
        <button
          type="button"
          className={styles.toBottom}
          aria-label={scrollButtonLabel(badge, newCount)}
          onClick={scrollToBottom}
        >
          <IconArrowDown size={18} stroke={1.75} aria-hidden />
          {badge && <span className={styles.badge}>{badge}</span>}
          {newCount > 0 && <span className={styles.new}>{listTexts.newCount({ count: newCount })}</span>}
        </button>
      )}
      {hasSelection && <SelectionBar listRef={content} messages={messages} onQuote={props.onQuote} />}
    </div>
  );
}

/** Returns the id of the oldest message that still fits the model's context. Null if all of them do. */
function useFirstSentId(source: ContextSource): string | null {
  const { model } = useChatScreen();
  return useMemo(() => model && contextUse(source, model).firstSentId, [model, source]);
}

function scrollButtonLabel(badge: string | null, newCount: number): string {
  if (newCount > 0) return listTexts.toNew({ count: newCount });
  return badge ? chatTexts.newMessages({ badge }) : chatTexts.scrollToBottom;
}

interface MessageRowProps {
  readonly message: ShownMessage;
  readonly list: Pick<MessageListProps, 'nameOfVendor' | 'onRetry'>;
  readonly mark: ReactNode;
  readonly isLast: boolean;
  readonly isMarked: boolean;
  readonly isFound: boolean;
  readonly onUnfold: () => void;
  /** Only set for rows of the head: index, offset (px) and the measuring function. */
  readonly index?: number;
  readonly start?: number;
  readonly measure?: (row: HTMLElement | null) => void;
}

function MessageRow(props: MessageRowProps) {
  const { message, list, mark, isLast, isMarked, isFound, onUnfold, index, start, measure } = props;
  const { nameOfModel } = useChatScreen();
  return (
    <div
      ref={measure}
      className={styles.row}
      {...{ [rowAttribute]: message.id }}
      data-index={index}
      data-marked={isMarked || undefined}
      style={start === undefined ? undefined : { position: 'absolute', insetBlockStart: start }}
      // Screen readers must announce messages that arrive at the end, but not those that scroll into view.
      aria-live={start === undefined ? undefined : 'off'}
      tabIndex={-1}
    >
      {mark}
      <MessageItem
        message={message}
        modelName={message.modelId === null ? null : nameOfModel(message.modelId)}
        vendorName={vendorNameOf(message, list.nameOfVendor)}
        isLast={isLast}
        isFound={isFound}
        onRetry={message.status === 'failed' ? list.onRetry : null}
        onUnfold={onUnfold}
      />
    </div>
  );
}

/** Returns the display name of the vendor that replied, or null if it was not a failover. */
function vendorNameOf(
  { vendorId, unavailableVendor }: ShownMessage,
  nameOfVendor: (name: string) => string,
): string | null {
  return vendorId !== null && unavailableVendor !== null ? nameOfVendor(vendorId) : null;
}
