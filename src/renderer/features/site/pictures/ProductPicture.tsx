import type { Picture } from './pictures.ts';
import styles from './ProductPicture.module.css';

/**
 * A screenshot of the product. Only the one for the color scheme is loaded, and only near the screen; its size keeps the
 * space until then.
 */
export function ProductPicture({ light, dark, alt, width, height, focus }: Picture) {
  const style = { objectPosition: focus };
  const attributes = { width, height, style, loading: 'lazy', decoding: 'async' } as const;
  return (
    <figure className={styles.picture}>
      <img {...attributes} src={light} alt={alt} data-scheme="light" />
      <img {...attributes} src={dark} alt={alt} data-scheme="dark" />
    </figure>
  );
}
