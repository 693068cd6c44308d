import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../components/Button.tsx';
import { Page } from '../../../components/Page.tsx';
import { Splash } from '../../../components/Splash.tsx';
import { paths, signInPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { useRedirectTarget } from './navigation-state.ts';
import { callbackTexts as texts } from './texts.ts';

/**
 * Emailed links and sign-in providers return here. The auth client reads the code from the URL, and needs the
 * verifier that this browser stored, so that a link from someone else can't sign the user in to that person's
 * account [AUTH-053].
 */
export function AuthCallbackPage() {
  const { status } = useSession();
  const { target, redirectTo } = useRedirectTarget(paths.chat);
  const { search, hash } = useLocation();
  // Read when the page opens, because the auth client removes the code from the URL.
  const [result] = useState(() => readResult(search, hash));
  const [code] = useState(() => new URLSearchParams(search).get('code'));
  const isRead = useIsCodeUsed(code);

  if (!isRead || status === 'loading') return <Splash text={texts.title} />;
  if (result === 'code' || result === 'nothing') {
    if (status === 'signed-in') return <Navigate to={target} replace />;
    if (status === 'restricted') return <Navigate to={signInPath(redirectTo)} replace />;
  }
  // A signed-in user has opened an emailed link, for example of an email change.
  const [title, text] = outcomes[result === 'refused' && status === 'signed-in' ? 'broken' : result]();
  return (
    <Page title={title} lead={text}>
      <div>
        {status === 'signed-in' ? (
          <ButtonLink to={paths.account}>{texts.account}</ButtonLink>
        ) : (
          <ButtonLink to={signInPath()}>{texts.signIn}</ButtonLink>
        )}
      </div>
    </Page>
  );
}

/** The message for each reason why the URL did not sign the user in. */
const outcomes = {
  /** Only the browser that requested the sign-in can complete it. */
  code: () => [texts.elsewhereTitle, texts.elsewhere] as const,
  expired: () => [texts.failedTitle, texts.failed] as const,
  /** The user or the provider canceled the sign-in, or the service refused it. */
  refused: () => [texts.refusedTitle, texts.refused] as const,
  broken: () => [texts.failedTitle, texts.broken] as const,
  /** The user has confirmed one of the two emails of an email change. */
  half: () => [texts.halfTitle, texts.half] as const,
  nothing: () => [texts.failedTitle, texts.failed] as const,
} as const;

/** The auth service puts its result in the query or in the hash. */
function readResult(search: string, hash: string): Exclude<keyof typeof outcomes, 'broken'> {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const read = (name: string) => query.get(name) ?? fragment.get(name);
  const error = read('error_code');
  if (error !== null && /^(otp_expired|flow_state_(expired|not_found))$/.test(error)) return 'expired';
  if (error !== null || read('error') !== null) return 'refused';
  if (query.has('code')) return 'code';
  return read('message') === null ? 'nothing' : 'half';
}

/**
 * True once the code in the URL has been used. On page load, the auth client uses it by itself. If a link
 * opens in the running desktop app, this hook uses it. A signed-in user needs no new session, but the link
 * may have changed their email.
 */
function useIsCodeUsed(code: string | null): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const { auth } = await getSupabase();
      await auth.initialize();
      const { data } = await auth.getSession();
      if (code === null) return;
      if (!data.session) return void (await auth.exchangeCodeForSession(code));
      const result = await auth.refreshSession();
      const email = result.data.user?.email;
      if (email && email !== data.session.user.email) showToast(texts.changed({ email }));
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
