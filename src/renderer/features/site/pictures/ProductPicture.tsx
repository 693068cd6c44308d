import { narrowSize, type Picture } from './pictures.ts';
import styles from './ProductPicture.module.css';

/**
 * Loads only the screenshot for the color scheme and the window, and only near the screen. Its size reserves
 * the space until then.
 */
export function ProductPicture({ alt, width, height, narrow, ...wide }: Picture) {
  return (
    <figure className={styles.figure}>
      {(['light', 'dark'] as const).map((scheme) => (
        <picture key={scheme} className={styles.picture} data-scheme={scheme}>
          <source media="(max-width: 768px)" srcSet={narrow[scheme]} {...narrowSize} />
          <img src={wide[scheme]} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
        </picture>
      ))}
    </figure>
  );
}
