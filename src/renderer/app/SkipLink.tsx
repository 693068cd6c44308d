import { headerTexts } from './texts.ts';
import styles from './SkipLink.module.css';

/** The first tab stop: skips the header. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.link}>
      {headerTexts.skip}
    </a>
  );
}
