import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { platform } from '../platform/index.ts';
import { hasKeptDrafts } from './kept-drafts.ts';
import { pathAfterSignOut } from './paths.ts';
import { ask, questionBeforeLeaving } from './question.ts';
import { useSession } from './session.tsx';
import { sessionTexts } from './session-texts.ts';
import { showToast } from './toast.ts';

/**
 * Signs the person out and leads home, from the console to its sign-in, with exactly one toast [SITE-030, ACCT-042, ACCT-043, ACCT-046]. Where unsent
 * text would be lost with it, the person is asked first.
 *
 * Null for the owner of this computer: they have no password to come back with, and nobody else can sign in.
 */
export function useSignOut(scope: 'local' | 'global' = 'local'): (() => Promise<void>) | null {
  const { signOut, user } = useSession();
  const userId = user?.id;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = useCallback(async () => {
    const drafts = userId && hasKeptDrafts(userId) ? sessionTexts.draftsWouldGo : null;
    for (const question of [questionBeforeLeaving(), drafts]) if (question && !(await ask(question))) return;
    const failure = await signOut(scope);
    if (failure) {
      showToast({ ...sessionTexts.signOutFailed, variant: 'destructive' });
      return;
    }
    showToast({ ...sessionTexts.signedOut, variant: 'success' });
    await navigate(pathAfterSignOut(pathname));
  }, [navigate, pathname, scope, signOut, userId]);
  return platform.ownerSession ? null : leave;
}
