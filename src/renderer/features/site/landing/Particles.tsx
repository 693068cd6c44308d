import type { CSSProperties } from 'react';
import styles from './Particles.module.css';

/** The golden ratio spreads the dots evenly, never in rows. */
const goldenRatio = 0.618034;

/** The dots are decorative and don't move if the user prefers reduced motion [SITE-085]. */
export function Particles({ count }: { readonly count: 6 | 8 | 12 | 15 }) {
  return (
    <div className={styles.particles} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => {
        const place = {
          '--left': `${((index * goldenRatio) % 1) * 100}%`,
          '--top': `${(((index + 0.5) / count) * 100).toFixed(1)}%`,
          '--delay': `${-index * 1.7}s`,
        } as CSSProperties;
        return <i key={index} className={styles.particle} style={place} />;
      })}
    </div>
  );
}
