import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { AwaitSession } from '../components/AwaitSession.tsx';
import { paths, signInPath } from '../lib/paths.ts';
import { sessionTexts } from '../lib/session-texts.ts';
import { useSession } from '../lib/session.tsx';
import { showToast } from '../lib/toast.ts';

interface Notice {
  readonly title: string;
  readonly message: string;
}

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
  const { status, endedBy } = useSession();
  const { pathname, search } = useLocation();
  const [wasInside, setWasInside] = useState(false);
  if (status === 'signed-in' && !wasInside) setWasInside(true);

  if (status === 'loading') return <AwaitSession {...(waiting && { text: waiting })} />;
  if (status === 'signed-in') return <Outlet />;
  if (!wasInside) {
    const toast = new URLSearchParams(search).has('id') ? (noticeWithId ?? notice) : notice;
    return <SendAway to={signInPath(pathname + search)} {...(toast && { toast })} />;
  }
  // Their own Sign Out has its toast already.
  if (endedBy === 'person') return <SendAway to={paths.home} />;
  return <SendAway to={signInPath(afterEnd(pathname, search))} toast={sessionTexts.signedOut} />;
}

/** Where a session that ended by itself may be taken up again: chat needs no address, it is sign-in's default. */
function afterEnd(pathname: string, search: string): string | undefined {
  if (pathname === paths.chat) return undefined;
  return pathname.startsWith(paths.admin) ? paths.admin : pathname + search;
}

interface SendAwayProps {
  readonly to: string;
  readonly toast?: { readonly title: string; readonly message: string };
}

function SendAway({ to, toast }: SendAwayProps): ReactNode {
  // Strict mode runs effects twice; the person is told once.
  const isTold = useRef(false);
  useEffect(() => {
    if (toast && !isTold.current) showToast({ ...toast, variant: 'info' });
    isTold.current = true;
  }, [toast]);
  return <Navigate to={to} replace />;
}
