import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/Button.tsx';
import styles from './Question.module.css';
import { SectionError } from './Section.tsx';

interface QuestionProps {
  /** The button that asks; its name for those who do not see what it stands beside. */
  readonly ask: string;
  readonly askName?: string;
  readonly keep: string;
  readonly confirm: string;
  readonly busy: string;
  /** Rejects when nothing was done. */
  readonly onConfirm: () => Promise<unknown>;
  /** Why the last try failed. */
  readonly failure: string | null;
  /** What will happen. */
  readonly children: ReactNode;
}

/**
 * A button that asks before it acts, in its own place. The keyboard never loses its own: it goes to the harmless
 * answer, comes back with it, stays after a failure, and goes on at the section's heading where the button is gone.
 */
export function Question({
  ask,
  askName = ask,
  keep,
  confirm,
  busy,
  onConfirm,
  failure,
  children,
}: QuestionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const harmless = useRef<HTMLButtonElement>(null);
  const acting = useRef<HTMLButtonElement>(null);
  const turn = (next: boolean) => {
    flushSync(() => {
      setIsAsking(next);
      setHasFailed(false);
    });
    (next ? harmless : opener).current?.focus();
  };
  const act = async () => {
    const section = acting.current?.closest('section');
    setIsBusy(true);
    try {
      await onConfirm();
      flushSync(() => setIsAsking(false));
      section?.querySelector('h2')?.focus();
    } catch {
      setHasFailed(true);
    } finally {
      flushSync(() => setIsBusy(false));
      acting.current?.focus();
    }
  };
  if (!isAsking)
    return (
      <div>
        <Button ref={opener} size="small" look="outlined" aria-label={askName} onClick={() => turn(true)}>
          {ask}
        </Button>
      </div>
    );
  return (
    <div className={styles.question}>
      <p>{children}</p>
      <div className={styles.answers}>
        <Button ref={harmless} size="small" look="outlined" disabled={isBusy} onClick={() => turn(false)}>
          {keep}
        </Button>
        <Button ref={acting} size="small" disabled={isBusy} onClick={() => void act()}>
          {isBusy ? busy : confirm}
        </Button>
      </div>
      {hasFailed && failure && <SectionError>{failure}</SectionError>}
    </div>
  );
}
