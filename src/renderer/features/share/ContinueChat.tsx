import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Snapshot } from '../../../shared/sharing/snapshot.ts';
import { Button } from '../../components/Button.tsx';
import { LoadFailure } from '../../lib/load-module.ts';
import { forgetShareKey } from '../../lib/storage.ts';
import { useSession } from '../../lib/session.tsx';
import styles from './SharedChat.module.css';
import { continueQuery, SignInLink } from './SignInLink.tsx';
import { shareTexts as texts } from './texts.ts';

interface ContinueChatProps {
  readonly snapshot: Snapshot;
  readonly onContinue: (snapshot: Snapshot, newId: string) => Promise<void>;
}

/** Copies the chat to the reader's account. Visitors sign in first. When they return, copying starts automatically. */
export function ContinueChat({ snapshot, onContinue }: ContinueChatProps) {
  const { user, status } = useSession();
  const { search, hash } = useLocation();
  // After sign-in, the URL has the query but not the key. A URL with both is a crafted link, which must not copy the
  // chat.
  const wasRequested = search === continueQuery && hash === '';
  // Each attempt sends the same id, so that a retry doesn't copy the chat twice.
  const [newId] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const noteId = useId();
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onContinue(snapshot, newId);
      forgetShareKey();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  const hasBegun = useRef(false);
  const onReturn = useEffectEvent(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void run();
  });
  const isReturn = wasRequested && user !== null;
  useEffect(() => {
    if (isReturn) onReturn();
  }, [isReturn]);
  return (
    <div className={styles.continue}>
      {user || status === 'loading' ? (
        <Button disabled={isBusy || !user} aria-describedby={noteId} onClick={() => void run()}>
          {isBusy ? texts.continuing : texts.continue}
        </Button>
      ) : (
        <SignInLink isContinuing>{texts.continue}</SignInLink>
      )}
      <p id={noteId} className={styles.note} role={failure === null ? undefined : 'alert'}>
        {failure ?? (user ? texts.continueNote : texts.signInFirst)}
      </p>
    </div>
  );
}

/** Only these errors have messages for the reader. */
const messageOf = (error: unknown): string =>
  error instanceof LoadFailure || (error instanceof Error && error.name === 'ContinueError')
    ? error.message
    : texts.continueFailed;
