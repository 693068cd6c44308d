import { narrowSize, type Picture } from './pictures.ts';
import styles from './ProductPicture.module.css';

/**
 * A screenshot of the product. Only the one for the color scheme and the window is loaded, and only near the screen; its
 * size keeps the space until then.
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
