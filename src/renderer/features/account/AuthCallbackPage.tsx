import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { ButtonLink } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { Splash } from '../../components/Splash.tsx';
import { paths, signInPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';
import { showToast } from '../../lib/toast.ts';
import { readCallback } from './entry/read-callback.ts';
import { callbackTexts as texts } from './entry/texts.ts';
import { useRedirectTarget } from './use-redirect-target.ts';

/**
 * Where mailed links and sign-in providers return to. The auth client reads the address by itself, and only with the
 * verifier this browser kept, so that a foreign link cannot sign anyone in [AUTH-053].
 */
export function AuthCallbackPage() {
  const { status } = useSession();
  const { target, given } = useRedirectTarget(paths.chat);
  const { search, hash } = useLocation();
  // As it was when the page opened: the auth client takes the code out of the address.
  const [arrival] = useState(() => readCallback(search, hash));
  const [code] = useState(() => new URLSearchParams(search).get('code'));
  const isRead = useIsRead(code);

  if (!isRead || status === 'loading') return <Splash text={texts.title} />;
  if (arrival === 'half')
    return <Outcome title={texts.halfTitle} text={texts.half} isSignedIn={status === 'signed-in'} />;
  if (arrival === 'expired' || arrival === 'refused') {
    const text = arrival === 'expired' ? texts.failed : texts.refused;
    return <Outcome title={texts.failedTitle} text={text} isSignedIn={status === 'signed-in'} />;
  }
  if (status === 'signed-in') return <Navigate to={target} replace />;
  if (status === 'held') return <Navigate to={signInPath(given)} replace />;
  return arrival === 'code' ? (
    <Outcome title={texts.elsewhereTitle} text={texts.elsewhere} isSignedIn={false} />
  ) : (
    <Outcome title={texts.failedTitle} text={texts.failed} isSignedIn={false} />
  );
}

/**
 * True once the code in the address has been tried. The auth client does so by itself when the page is loaded with it;
 * an address that came from outside into a running app, as on the desktop, is tried here. Whoever is signed in needs
 * no session of it: the link may have ended a change of email, of which the session is told then.
 */
function useIsRead(code: string | null): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const { auth } = await getSupabase();
      await auth.initialize();
      const { data } = await auth.getSession();
      if (code === null) return;
      if (!data.session) return void (await auth.exchangeCodeForSession(code));
      const refreshed = await auth.refreshSession();
      const email = refreshed.data.user?.email;
      if (email && email !== data.session.user.email) showToast(texts.changed(email));
    };
    void read()
      .catch(() => {})
      .then(() => {
        if (!isGone) setRead(true);
      });
    return () => {
      isGone = true;
    };
  }, [code]);
  return isRead;
}

interface OutcomeProps {
  readonly title: string;
  readonly text: string;
  readonly isSignedIn: boolean;
}

function Outcome({ title, text, isSignedIn }: OutcomeProps) {
  return (
    <Page title={title} lead={text}>
      <div>
        {isSignedIn ? (
          <ButtonLink to={paths.account}>{texts.account}</ButtonLink>
        ) : (
          <ButtonLink to={signInPath()}>{texts.signIn}</ButtonLink>
        )}
      </div>
    </Page>
  );
}
