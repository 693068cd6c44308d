import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { ButtonLink } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { Splash } from '../../components/Splash.tsx';
import { paths, signInPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';
import { callbackTexts as texts } from './texts.ts';
import { useRedirectTarget } from './use-redirect-target.ts';

/**
 * Where mailed links and sign-in providers return to. The auth client reads the address by itself, and only with the
 * verifier this browser kept, so that a foreign link cannot sign anyone in [AUTH-053].
 */
export function AuthCallbackPage() {
  const { status } = useSession();
  const { target } = useRedirectTarget(paths.chat);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      await (await getSupabase()).auth.initialize();
    };
    void read()
      .catch(() => {})
      .then(() => {
        if (!isGone) setRead(true);
      });
    return () => {
      isGone = true;
    };
  }, []);

  if (status === 'signed-in') return <Navigate to={target} replace />;
  if (!isRead || status === 'loading') return <Splash text={texts.title} />;
  return (
    <Page title={texts.failedTitle} lead={texts.failed}>
      <div>
        <ButtonLink to={signInPath()}>{texts.signIn}</ButtonLink>
      </div>
    </Page>
  );
}
