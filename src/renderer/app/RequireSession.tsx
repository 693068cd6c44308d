import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { AwaitSession } from '../components/AwaitSession.tsx';
import { lazyComponent } from '../components/lazy-component.tsx';
import { pathAfterSignOut, paths, resetPasswordPath, signInPath } from '../lib/paths.ts';
import { sessionTexts } from '../lib/session-texts.ts';
import { useSession } from '../lib/session.tsx';
import { showToast } from '../lib/toast.ts';

interface Notice {
  readonly title: string;
  readonly message: string;
}

// Apart: whoever only reads the public pages has nothing to follow.
const FollowStanding = lazyComponent(async () => (await import('./FollowStanding.tsx')).FollowStanding, {
  look: 'nothing',
});

export interface RequireSessionProps {
  /** Told to a visitor who is sent away, e.g. [CHAT-082]. */
  readonly notice?: Notice;
  /** Told instead where the address names one of their own things, e.g. [CHAT-083]. */
  readonly noticeWithId?: Notice;
  /** Shown while the session is being read. */
  readonly waiting?: string;
}

/**
 * Lets signed-in people through. A visitor goes to the sign-in page, which leads back to the whole path and query
 * [ACCT-004..006]. Whoever was inside when the session ended goes home after their own Sign Out, and to the sign-in
 * page when it was ended for them [ACCT-046, CHAT-084, ADMIN-025].
 */
export function RequireSession({ notice, noticeWithId, waiting }: RequireSessionProps) {
  const { status, hold, endedBy } = useSession();
  const { pathname, search } = useLocation();
  const [wasInside, setWasInside] = useState(false);
  if (status === 'signed-in' && !wasInside) setWasInside(true);

  if (status === 'loading') return <AwaitSession {...(waiting && { text: waiting })} />;
  if (status === 'signed-in')
    return (
      <>
        <FollowStanding />
        <Outlet />
      </>
    );
  // There is a session, and one thing to do first; the page for it leads back here.
  if (hold === 'new-password') return <SendAway to={resetPasswordPath(pathname + search)} />;
  if (hold) return <SendAway to={signInPath(pathname + search)} />;
  if (!wasInside) {
    const toast = new URLSearchParams(search).has('id') ? (noticeWithId ?? notice) : notice;
    return <SendAway to={signInPath(pathname + search)} {...(toast && { toast })} />;
  }
  // Their own Sign Out has its toast already.
  if (endedBy === 'person') return <SendAway to={pathAfterSignOut(pathname)} />;
  return (
    <SendAway
      to={signInPath(afterEnd(pathname, search))}
      from={pathname + search}
      toast={endedBy === 'ban' ? sessionTexts.banned : sessionTexts.signedOut}
    />
  );
}

/** Where a session that ended by itself may be taken up again: chat needs no address, it is sign-in's default. */
function afterEnd(pathname: string, search: string): string | undefined {
  if (pathname === paths.chat) return undefined;
  return pathname.startsWith(paths.admin) ? paths.admin : pathname + search;
}

interface SendAwayProps {
  readonly to: string;
  /** The very page to come back to, where the address names only its part of the product. */
  readonly from?: string;
  readonly toast?: { readonly title: string; readonly message: string };
}

function SendAway({ to, from, toast }: SendAwayProps): ReactNode {
  // Strict mode runs effects twice; the person is told once.
  const isTold = useRef(false);
  useEffect(() => {
    if (toast && !isTold.current) showToast({ ...toast, variant: 'info' });
    isTold.current = true;
  }, [toast]);
  return <Navigate to={to} replace {...(from && { state: { from } })} />;
}
