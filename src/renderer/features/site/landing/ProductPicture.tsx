import dark from './pictures/chat-dark.webp';
import light from './pictures/chat-light.webp';
import { picture as texts } from './content/top.ts';
import styles from './ProductPicture.module.css';

/** Of both, in pixels of the page (scripts/screenshots.mjs): the room is kept before the picture is there. */
const size = { width: 1280, height: 800 };

/** The chat as it is, in the scheme of the page. Only the one that is seen is fetched, and only near the screen. */
export function ProductPicture() {
  return (
    <figure className={styles.picture}>
      <img {...size} src={light} alt={texts.alt} loading="lazy" decoding="async" data-scheme="light" />
      <img {...size} src={dark} alt={texts.alt} loading="lazy" decoding="async" data-scheme="dark" />
    </figure>
  );
}
