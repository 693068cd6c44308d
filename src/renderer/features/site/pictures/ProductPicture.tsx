import { narrowSize, type Picture } from './pictures.ts';
import styles from './ProductPicture.module.css';

/**
 * Loads only the screenshot that matches the color scheme and the viewport, and only once it is near the
 * viewport. Until then, its width and height reserve the space.
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
