import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CopyButton } from '../../../components/markdown/CopyButton.tsx';
import { Markdown } from '../../../components/markdown/Markdown.tsx';
import { endNote } from '../messages/end-note.ts';
import { Thoughts } from '../messages/Thoughts.tsx';
import { thinkingTime } from '../messages/thinking-time.ts';
import { chatTexts } from '../texts.ts';
import type { MessageEnd, ReplyUsage } from '../chat.ts';
import type { Thinking } from '../turn/live-turn.ts';
import styles from './Compare.module.css';
import { compareTexts } from './texts.ts';
import { usageSummary } from './usage-summary.ts';

interface ColumnFrameProps {
  readonly name: string;
  readonly replyId: string;
  readonly text: string;
  readonly thinking: Thinking | null;
  readonly end: MessageEnd | null;
  readonly usage: ReplyUsage | undefined;
  /** When the reply started (ms since the epoch). Null for a stored reply. */
  readonly since: number | null;
  readonly failure?: ReactNode;
  readonly onStop: (() => void) | null;
  readonly onUse: (() => void) | null;
}

/**
 * Shows one reply of a comparison. The view does not follow a growing reply, because users compare replies from the
 * start.
 */
export function ColumnFrame({
  name,
  replyId,
  text,
  thinking,
  end,
  usage,
  since,
  failure,
  onStop,
  onUse,
}: ColumnFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isRunning = end === null;
  const note =
    end && !failure ? (text === '' && end !== 'stopped' ? chatTexts.noAnswer : endNote(end)) : null;
  return (
    <article className={styles.column} aria-label={name} aria-busy={isRunning}>
      <header className={styles.top}>
        <h3 ref={heading} tabIndex={-1} className={styles.name} dir="auto" title={name}>
          {name}
        </h3>
        <p className={styles.facts}>
          {isRunning && since !== null && <RunningTime since={since} isWriting={text !== ''} />}
          {usage && usageSummary(usage).map((fact) => <span key={fact}>{fact}</span>)}
        </p>
      </header>
      <section
        className={styles.text}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that the keyboard can scroll the reply
        tabIndex={0}
        data-reply
        aria-label={compareTexts.replyOf({ model: name })}
      >
        <div>
          {thinking && <Thoughts messageId={replyId} thinking={thinking} />}
          {text !== '' && <Markdown text={text} isGrowing={isRunning} />}
          {note && <p className={styles.note}>{note}</p>}
          {failure}
        </div>
      </section>
      <footer className={styles.actions}>
        {onStop && (
          <button
            type="button"
            className={styles.stop}
            aria-label={compareTexts.stopOf({ model: name })}
            onClick={() => {
              // The button has the focus and is about to disappear.
              heading.current?.focus();
              onStop();
            }}
          >
            {compareTexts.stop}
          </button>
        )}
        {onUse && (
          <button
            type="button"
            className={styles.use}
            aria-label={compareTexts.useOf({ model: name })}
            onClick={onUse}
          >
            {compareTexts.use}
          </button>
        )}
        {text !== '' && (
          <CopyButton
            className={styles.copy}
            text={text}
            label={chatTexts.copyMessage}
            success={chatTexts.messageCopied}
          />
        )}
      </footer>
      <Announcement name={name} end={end} hasFailed={Boolean(failure)} />
    </article>
  );
}

/** Announces once that a running reply has ended. */
function Announcement({
  name,
  end,
  hasFailed,
}: {
  readonly name: string;
  readonly end: MessageEnd | null;
  readonly hasFailed: boolean;
}) {
  const [wasRunning, setWasRunning] = useState(end === null);
  if (end === null && !wasRunning) setWasRunning(true);
  return (
    <output className="visually-hidden">
      {wasRunning &&
        end !== null &&
        (hasFailed ? compareTexts.failed : end === 'stopped' ? compareTexts.stopped : compareTexts.finished)({
          model: name,
        })}
    </output>
  );
}

function RunningTime({ since, isWriting }: { readonly since: number; readonly isWriting: boolean }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span>{isWriting ? compareTexts.writing : compareTexts.waiting}</span>
      {/* Hidden from screen readers, which would otherwise read the time every second. */}
      <span aria-hidden>{thinkingTime(Math.max(0, now - since))}</span>
    </>
  );
}
