import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { AwaitSession } from '../components/AwaitSession.tsx';
import { lazyComponent, type Preloadable } from '../components/lazy-component.tsx';
import { expectChannel } from '../lib/catch-up.ts';
import { markFirstScreen } from '../lib/first-screen.ts';
import { accountChannel } from '../lib/own-access.ts';
import { pathAfterSignOut, paths, resetPasswordPath, signInPath } from '../lib/paths.ts';
import { sessionTexts } from '../lib/session-texts.ts';
import { useSession } from '../lib/session.tsx';
import { showToast } from '../lib/toast.ts';

interface Notice {
  readonly title: string;
  readonly message: string;
}

// Lazy, because public pages don't need it.
const AppStatus = lazyComponent(async () => (await import('./AppStatus.tsx')).AppStatus, {
  look: 'nothing',
  isDeferred: true,
});

export interface RequireSessionProps {
  /** The toast for a redirected visitor [CHAT-082]. */
  readonly notice?: Notice;
  /** The toast if the URL contains a chat id [CHAT-083]. */
  readonly noticeWithId?: Notice;
  readonly waiting?: string;
  /** The guarded page. Its code loads at the same time as the session. */
  readonly page?: Preloadable;
}

/**
 * Redirects visitors to the sign-in page, which returns them to the full path [ACCT-004..006]. If the session
 * ends while the page is open, users who signed out see the home page, others the sign-in page [ACCT-046,
 * CHAT-084, ADMIN-025].
 */
export function RequireSession({ notice, noticeWithId, waiting, page }: RequireSessionProps) {
  const { status, user, requirement, endedBy } = useSession();
  const { pathname, search } = useLocation();
  const [wasInside, setWasInside] = useState(false);
  if (status === 'signed-in' && !wasInside) setWasInside(true);

  useEffect(markFirstScreen, []);
  const userId = status === 'signed-in' ? user?.id : undefined;
  // AppStatus opens the account's channel after the page has opened its own channels.
  useEffect(() => (userId ? expectChannel(accountChannel(userId)) : undefined), [userId]);
  const isLoading = status === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    void AppStatus.preload();
    void page?.preload();
  }, [isLoading, page]);

  if (isLoading) return <AwaitSession {...(waiting && { text: waiting })} />;
  if (status === 'signed-in')
    return (
      <>
        <AppStatus />
        {/* Remounts the page if another user signs in, for example in another tab. */}
        <Outlet key={userId} />
      </>
    );
  // Once the user meets the requirement, these pages redirect back to this URL.
  if (requirement === 'new-password') return <Redirect to={resetPasswordPath(pathname + search)} />;
  if (requirement) return <Redirect to={signInPath(pathname + search)} />;
  if (!wasInside) {
    const toast = new URLSearchParams(search).has('id') ? (noticeWithId ?? notice) : notice;
    return <Redirect to={signInPath(pathname + search)} {...(toast && { toast })} />;
  }
  // Sign Out shows its own toast.
  if (endedBy === 'user') return <Redirect to={pathAfterSignOut(pathname)} />;
  return (
    <Redirect
      to={signInPath(pathAfterSignIn(pathname, search))}
      from={pathname + search}
      toast={endedBy === 'ban' ? sessionTexts.banned : sessionTexts.signedOut}
    />
  );
}

/** Returns the page to open after signing in again. Undefined for the default, the chat. */
function pathAfterSignIn(pathname: string, search: string): string | undefined {
  if (pathname === paths.chat) return undefined;
  return pathname.startsWith(paths.admin) ? paths.admin : pathname + search;
}

interface RedirectProps {
  readonly to: string;
  /** The full URL to return to. The URL in `to` may contain only its start. */
  readonly from?: string;
  readonly toast?: { readonly title: string; readonly message: string };
}

function Redirect({ to, from, toast }: RedirectProps): ReactNode {
  // Strict mode runs effects twice, but the toast must appear once.
  const wasShown = useRef(false);
  useEffect(() => {
    if (toast && !wasShown.current) showToast({ ...toast, variant: 'info' });
    wasShown.current = true;
  }, [toast]);
  return <Navigate to={to} replace {...(from && { state: { from } })} />;
}
