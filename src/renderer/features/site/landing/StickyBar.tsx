import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { useScrolledPast } from '../../../lib/use-scrolled-past.ts';
import { stickyBar as texts } from './content/bottom-texts.ts';
import styles from './StickyBar.module.css';

/** The bar appears after this many pixels [SITE-082]. */
const barScrollDistance = 800;

/** Links to the chat while the visitor scrolls [SITE-081, SITE-082]. */
export function StickyBar() {
  const isShown = useScrolledPast(barScrollDistance);
  return (
    <aside className={styles.bar} data-shown={isShown || undefined} inert={!isShown} hidden={!isShown}>
      <p className={styles.text}>{texts.text}</p>
      <ButtonLink to={paths.chat}>{texts.action}</ButtonLink>
    </aside>
  );
}
