import { useEffect, useId, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Wordmark } from '../components/Wordmark.tsx';
import { paths, signUpPath } from '../lib/paths.ts';
import { useScrolledPast } from '../lib/use-scrolled-past.ts';
import styles from './Header.module.css';
import { headerTexts as texts } from './texts.ts';
import { useSession } from '../lib/session.tsx';
import { Button, ButtonLink } from '../components/Button.tsx';
import { useSignOut } from '../lib/use-sign-out.ts';

/** In pixels [SITE-033]. */
const solidScrollDistance = 10;

/** On narrow viewports the links collapse into a menu [SITE-025, SITE-032]. */
export function Header() {
  const isScrolled = useScrolledPast(solidScrollDistance);
  const { key } = useLocation();
  // The history entry at which the menu was opened. The menu closes when the user navigates to another entry.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === key;
  const menuId = useId();

  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenedAt(null);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);

  return (
    <header className={styles.header} data-solid={isScrolled || isOpen || undefined}>
      <div className={styles.bar}>
        <Link to={paths.home} className={styles.logo} aria-label={texts.home}>
          <Wordmark />
        </Link>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={menuId}
          aria-label={isOpen ? texts.closeMenu : texts.openMenu}
          onClick={() => setOpenedAt(isOpen ? null : key)}
        >
          <span className={styles.toggleIcon} aria-hidden="true" />
        </button>
        <div id={menuId} className={styles.menu} data-open={isOpen || undefined}>
          <HeaderLinks />
          <HeaderAccount />
        </div>
      </div>
    </header>
  );
}

/** Only administrators see the console link [SITE-027]. */
function HeaderLinks() {
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

function HeaderAccount() {
  const { status, user } = useSession();
  const signOut = useSignOut();
  // Until React has rendered the header, public/before-paint.js sets this attribute.
  useEffect(() => document.documentElement.removeAttribute('data-session'), []);

  // Reserves the space, so that no "Sign In" button flashes for signed-in users.
  if (status === 'loading') return <div className={styles.account} />;
  const leave = signOut && (
    <Button look="plain" onClick={() => void signOut()}>
      {texts.signOut}
    </Button>
  );
  if (status === 'restricted') return <div className={styles.account}>{leave}</div>;
  if (!user)
    return (
      <div className={`${styles.account} ${styles.visitor}`}>
        <ButtonLink to={paths.signIn} look="plain">
          {texts.signIn}
        </ButtonLink>
        <ButtonLink to={signUpPath(paths.chat)}>{texts.signUp}</ButtonLink>
      </div>
    );
  return (
    <div className={styles.account}>
      <Link to={paths.account} className={styles.greeting}>
        {texts.greeting({ name: user.name })}
      </Link>
      <ButtonLink to={paths.chat}>{texts.chat}</ButtonLink>
      {leave}
    </div>
  );
}
