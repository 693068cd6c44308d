import { NavLink } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.tsx';
import styles from './Header.module.css';
import { headerTexts as texts } from './texts.ts';

/** The main links [SITE-026]; the console only for administrators [SITE-027]. */
export function HeaderLinks() {
  const { user } = useSession();
  return (
    <nav className={styles.links} aria-label={texts.navigation}>
      <NavLink to={paths.features} className={`${styles.link}`}>
        {texts.features}
      </NavLink>
      <NavLink to={paths.pricing} className={`${styles.link}`}>
        {texts.pricing}
      </NavLink>
      {user?.isAdmin && (
        <NavLink to={paths.admin} className={`${styles.link}`}>
          {texts.admin}
        </NavLink>
      )}
    </nav>
  );
}
