import { Button } from './Button.tsx';
import styles from './ErrorFallback.module.css';

export interface ErrorFallbackProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The plain way out of a failure [CHAT-045, CHAT-046]. */
export function ErrorFallback({ error, onRetry }: ErrorFallbackProps) {
  const message = error instanceof Error && error.message ? error.message : 'An unexpected error occurred';
  return (
    <div className={styles.fallback} role="alert">
      <h1 className={styles.title}>Something went wrong</h1>
      <p className={styles.message}>{message}</p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
