import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { Markdown } from '../../../components/markdown/Markdown.tsx';
import { useChatEngine } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { chatTexts } from '../texts.ts';
import type { Thinking } from '../turn/live-turn.ts';
import { thoughtTexts } from './texts.ts';
import { thinkingTime } from './thinking-time.ts';
import styles from './Thoughts.module.css';

interface ThoughtsProps {
  readonly messageId: string;
  readonly thinking: Thinking;
  /** Called before finished thoughts unfold, so that the view stops following the end of the conversation. */
  readonly onUnfold?: () => void;
}

/** Shows how long the model thought, above its reply. Expands to the thoughts themselves. */
export function Thoughts({ messageId, thinking, onUnfold }: ThoughtsProps) {
  const { since, milliseconds } = thinking;
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const isRunning = milliseconds === null;
  const toggle = () => {
    if (!isOpen && !isRunning) onUnfold?.();
    setIsOpen(!isOpen);
  };
  return (
    <div className={styles.thoughts}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? textId : undefined}
        onClick={toggle}
      >
        <IconChevronRight className={styles.chevron} size={16} stroke={1.75} aria-hidden />
        {isRunning ? <RunningTime since={since} /> : labelOf(milliseconds)}
      </button>
      {isOpen && (
        <div id={textId} className={styles.text} data-thoughts>
          <ThoughtText messageId={messageId} isGrowing={isRunning} />
        </div>
      )}
    </div>
  );
}

/** 0 means that the time is unknown, because the page that read the reply was closed. */
const labelOf = (milliseconds: number): string =>
  milliseconds === 0 ? thoughtTexts.thought : thoughtTexts.thoughtFor({ time: thinkingTime(milliseconds) });

function RunningTime({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span className={styles.running}>{thoughtTexts.thinking}</span>
      {/* Not part of the button's name. Otherwise, screen readers would repeat it every second. */}
      <span className={styles.time} aria-hidden>
        {thinkingTime(now - since)}
      </span>
    </>
  );
}

function ThoughtText({ messageId, isGrowing }: { readonly messageId: string; readonly isGrowing: boolean }) {
  const { reasonings } = useChatEngine().runner;
  const live = useSyncExternalStore(reasonings.subscribe, () => reasonings.get(messageId));
  const storedQuery = useQuery({
    ...chatQueries.reasoning(messageId),
    enabled: live === undefined && !isGrowing,
  });
  const text = live ?? storedQuery.data;
  if (text !== undefined) return <Markdown text={text} isGrowing={isGrowing} />;
  if (!storedQuery.isError) return <output>{thoughtTexts.loading}</output>;
  return (
    <div role="alert" className={styles.failed}>
      {thoughtTexts.notLoaded}
      <button type="button" className={styles.retry} onClick={() => void storedQuery.refetch()}>
        {chatTexts.retry}
      </button>
    </div>
  );
}
