import { isLoadFailure } from '../lib/load-failure.ts';
import { Button } from './Button.tsx';
import styles from './ErrorFallback.module.css';

export interface ErrorFallbackProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The plain way out of a failure [CHAT-045, CHAT-046]. */
export function ErrorFallback({ error, onRetry }: ErrorFallbackProps) {
  const isIncomplete = isLoadFailure(error);
  return (
    <div className={styles.fallback} role="alert">
      <h1 className={styles.title}>Something went wrong</h1>
      <p className={styles.message}>{isIncomplete ? notLoaded : messageOf(error)}</p>
      <Button onClick={isIncomplete ? () => location.reload() : onRetry}>Retry</Button>
    </div>
  );
}

const notLoaded = 'A part of the app could not be loaded. Please check your connection and try again.';

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'An unexpected error occurred';
