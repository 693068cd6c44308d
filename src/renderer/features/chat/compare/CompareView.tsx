import { IconPlayerStopFilled, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { chatPath } from '../../../lib/paths.ts';
import { useChatEngine } from '../chat-context.ts';
import { useShownChat } from '../marks/use-unread.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { LoadingMessages } from '../messages/TypingIndicator.tsx';
import { canStop } from '../turn/live-turn.ts';
import { LiveColumn, StoredColumn } from './Columns.tsx';
import { askModels, useColumns } from './columns.ts';
import styles from './Compare.module.css';
import { compareTexts } from './texts.ts';

const CompareDialog = lazyComponent(async () => (await import('./CompareDialog.tsx')).CompareDialog, {
  look: 'dialog',
});

/** So many models write at the same time. */
const MOST = 4;

interface CompareViewProps {
  readonly chatId: string;
  readonly questionId: string;
  readonly title: string;
}

/** The replies to one message side by side. Choosing one shows it in the chat; the others stay as its versions. */
export function CompareView({ chatId, questionId, title }: CompareViewProps) {
  const { runner, changes } = useChatEngine();
  const navigate = useNavigate();
  useShownChat(chatId);
  const { question, columns, isRunning, isLoading, reload } = useColumns(chatId, questionId, title);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const close = () => void navigate(chatPath(chatId), { replace: true });
  const stopAll = () => {
    for (const { runner: reader, phase } of columns) if (canStop(phase)) reader?.stop(chatId);
  };
  const show = useEffectEvent((replyId: string) => {
    runner.clear(chatId);
    void changes?.showVersion(chatId, replyId);
    close();
  });
  // A reply that ends later would be shown instead of the chosen one.
  useEffect(() => {
    if (chosenId !== null && !isRunning) show(chosenId);
  }, [chosenId, isRunning]);
  const use = (replyId: string) => {
    stopAll();
    setChosenId(replyId);
  };

  const running = columns.filter(({ phase }) => canStop(phase)).length;
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
            disabled={running >= MOST}
            onClick={() => setIsAdding(true)}
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
          onClick={close}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      </header>
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
                onUse={() => use(replyId)}
              />
            ) : (
              stored && <StoredColumn key={key} row={stored} onUse={() => use(replyId)} />
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
          question={question.content}
          most={MOST - running}
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
