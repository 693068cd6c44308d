import { brand } from '../../shared/brand.ts';
import { Mark } from './Mark.tsx';
import styles from './Wordmark.module.css';

export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <Mark size={26} className={styles.mark} />
      {brand}
    </span>
  );
}
