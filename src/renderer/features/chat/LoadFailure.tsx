import { Button } from '../../components/Button.tsx';
import type { Toast } from '../../lib/toast.ts';
import styles from './LoadFailure.module.css';
import { sidebarTexts } from './texts.ts';

interface LoadFailureProps {
  readonly notice: Toast;
  readonly onRetry: () => void;
}

export function LoadFailure({ notice, onRetry }: LoadFailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p className={styles.title}>{notice.title}</p>
      <p>{notice.message}</p>
      <Button look="plain" onClick={onRetry}>
        {sidebarTexts.retry}
      </Button>
    </div>
  );
}
