import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../components/Button.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.tsx';
import { useSignOut } from '../lib/use-sign-out.ts';
import styles from './Header.module.css';
import { headerTexts as texts } from './texts.ts';

/** Greeting, Chat Now and Sign Out, or Sign In and Sign Up [SITE-028..031]. */
export function HeaderAccount() {
  const { status, user } = useSession();
  const signOut = useSignOut();
  const { pathname } = useLocation();
  // Set by public/before-paint.js until React has rendered the header.
  useEffect(() => document.documentElement.removeAttribute('data-session'), []);

  // Empty while the session loads, because "Sign In" would flash. The space stays reserved.
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
        <ButtonLink to={paths.signUp}>{texts.signUp}</ButtonLink>
      </div>
    );
  return (
    <div className={styles.account}>
      <Link to={paths.account} className={styles.greeting}>
        {texts.greeting(user.name)}
      </Link>
      {pathname !== paths.chat && <ButtonLink to={paths.chat}>{texts.chat}</ButtonLink>}
      {leave}
    </div>
  );
}
