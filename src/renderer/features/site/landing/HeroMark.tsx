import { leafPath, leafTurns } from '../../../components/mark-paths.ts';
import styles from './HeroMark.module.css';

/** The mark as a drawing: three leaves in ink, and the one that makes it lucky in green. Decoration. */
export function HeroMark({ className }: { readonly className: string | undefined }) {
  return (
    <svg viewBox="2.3 3.4 27.4 27.4" width="420" height="420" aria-hidden="true" className={className}>
      {/* Behind the leaves, which hide where it begins. */}
      <path d="M16 15 C16.1 20.6 17.2 26 20.2 29.6" className={styles.line} />
      {leafTurns.map((turn) => (
        <g
          key={turn}
          transform={`rotate(${turn} 16 15)`}
          className={turn === 45 ? styles.lucky : styles.leaf}
        >
          <path d={leafPath} className={styles.edge} />
          <path d="M16 12.6 L16 7" className={styles.vein} />
        </g>
      ))}
    </svg>
  );
}
