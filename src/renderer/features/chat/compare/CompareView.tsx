import { useQueryClient } from '@tanstack/react-query';
import { IconPlayerStopFilled, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { chatPath } from '../../../lib/paths.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { useShownChat } from '../marks/use-unread.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { LoadingMessages } from '../messages/TypingIndicator.tsx';
import { canStop } from '../turn/live-turn.ts';
import { LiveColumn, StoredColumn } from './Columns.tsx';
import { askModels, maxComparedModels, useColumns } from './columns.ts';
import styles from './Compare.module.css';
import { compareTexts } from './texts.ts';

const CompareDialog = lazyComponent(async () => (await import('./CompareDialog.tsx')).CompareDialog, {
  look: 'dialog',
});

/** Escape closes these instead. */
const openLayers = ':is([role="dialog"], [role="menu"], dialog[open])';

interface CompareViewProps {
  readonly chatId: string;
  readonly questionId: string;
  readonly title: string;
}

/**
 * Shows the replies to one message side by side. The reply that the user chooses becomes the visible version
 * in the chat. The others are kept as versions.
 */
export function CompareView({ chatId, questionId, title }: CompareViewProps) {
  const { runner, changes } = useChatEngine();
  const { askForKey } = useChatScreen();
  const navigate = useNavigate();
  const client = useQueryClient();
  useShownChat(chatId);
  const { question, columns, isRunning, isLoading, reload } = useColumns(chatId, questionId, title);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  /** The last message of the branch when the comparison opened. */
  const [end] = useState(
    () => client.getQueryData(chatQueries.messages(chatId).queryKey)?.pages[0]?.at(-1) ?? null,
  );
  const close = () => void navigate(chatPath(chatId), { replace: true });
  const stopAll = () => {
    for (const { runner: reader, phase } of columns) if (canStop(phase)) reader?.stop(chatId);
  };
  const show = useEffectEvent((replyId: string) => {
    runner.clear(chatId);
    void changes?.showVersion(chatId, replyId);
    close();
  });
  // The chosen reply is shown only after all others have ended, because a reply that ends later would replace
  // it.
  useEffect(() => {
    if (chosenId !== null && !isRunning) show(chosenId);
  }, [chosenId, isRunning]);
  const choose = (replyId: string) => {
    stopAll();
    setChosenId(replyId);
  };

  /** Closes the comparison. If the chat continued after an earlier reply, that branch stays visible. */
  const leave = () => {
    const isAdded = columns.some(({ runner: reader }) => reader !== null);
    const isAfter = end !== null && end.id !== questionId && end.parentId !== questionId;
    if (isAdded && isAfter) choose(end.id);
    else close();
  };

  const onKeyDown = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented && !document.querySelector(openLayers)) leave();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const runningCount = columns.filter(({ phase }) => canStop(phase)).length;
  return (
    <section className={styles.view} aria-labelledby="compare-title">
      <header className={styles.head}>
        <div className={styles.about}>
          <h2 id="compare-title" ref={heading} tabIndex={-1} className={styles.title}>
            {compareTexts.title}
          </h2>
          {question && (
            <p className={styles.question} dir="auto" title={question.content}>
              {question.content}
            </p>
          )}
        </div>
        {isRunning && (
          <button
            type="button"
            className={styles.button}
            aria-label={compareTexts.stopAll}
            title={compareTexts.stopAll}
            onClick={() => {
              heading.current?.focus();
              stopAll();
            }}
          >
            <IconPlayerStopFilled size={16} aria-hidden />
            <span className={styles.label}>{compareTexts.stopAll}</span>
          </button>
        )}
        {question && (
          <button
            type="button"
            className={styles.button}
            aria-label={compareTexts.add}
            title={compareTexts.add}
            disabled={runningCount >= maxComparedModels}
            onClick={askForKey ?? (() => setIsAdding(true))}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden />
            <span className={styles.label}>{compareTexts.add}</span>
          </button>
        )}
        <button
          type="button"
          className={styles.button}
          aria-label={compareTexts.close}
          title={compareTexts.close}
          onClick={leave}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      </header>
      {runningCount >= maxComparedModels && (
        <p className={styles.status}>{compareTexts.limit({ max: maxComparedModels })}</p>
      )}
      {chosenId !== null && <output className={styles.status}>{compareTexts.choosing}</output>}
      {columns.length > 0 ? (
        <div className={styles.columns}>
          {columns.map(({ key, runner: reader, replyId, stored }) =>
            reader ? (
              <LiveColumn
                key={key}
                chatId={chatId}
                runner={reader}
                stored={stored}
                onUse={() => choose(replyId)}
              />
            ) : (
              stored && <StoredColumn key={key} row={stored} onUse={() => choose(replyId)} />
            ),
          )}
        </div>
      ) : isLoading ? (
        <LoadingMessages />
      ) : reload ? (
        <LoadFailure notice={compareTexts.notLoaded} onRetry={reload} />
      ) : (
        <p className={styles.status}>{compareTexts.none}</p>
      )}
      {isAdding && question && (
        <CompareDialog
          chatId={chatId}
          question={question}
          max={maxComparedModels - runningCount}
          onAsk={(models) => {
            askModels(runner, question, title, models);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </section>
  );
}
