import type { CSSProperties } from 'react';
import styles from './Particles.module.css';

/** Fraction of the golden angle: places that are spread evenly and never in rows. */
const golden = 0.618034;

/** Drifting dots behind a section. Decoration: still under reduced motion, unseen by screen readers [SITE-085]. */
export function Particles({ count }: { readonly count: 6 | 8 | 12 | 15 }) {
  return (
    <div className={styles.particles} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => {
        const place = {
          '--left': `${((index * golden) % 1) * 100}%`,
          '--top': `${(((index + 0.5) / count) * 100).toFixed(1)}%`,
          '--delay': `${-index * 1.7}s`,
        } as CSSProperties;
        return <i key={index} className={styles.particle} style={place} />;
      })}
    </div>
  );
}
