import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { platform } from '../platform/index.ts';
import { hasStoredDrafts } from './storage.ts';
import { pathAfterSignOut } from './paths.ts';
import { ask, signOutQuestion } from './question.ts';
import { loadLibrary } from './session-store.ts';
import { useSession } from './session.tsx';
import { sessionTexts } from './session-texts.ts';
import { showToast } from './toast.ts';

/**
 * Signs out, opens the home page (from the console, its sign-in page), and shows one toast [SITE-030,
 * ACCT-042, ACCT-043, ACCT-046]. If unsent text or a guest's chats would be lost, the user must confirm
 * first.
 *
 * Null for the owner of this computer, who has no password to sign in again.
 */
export function useSignOut(scope: 'local' | 'global' = 'local'): (() => Promise<void>) | null {
  const { signOut, user } = useSession();
  const userId = user?.id;
  const isGuest = user?.isAnonymous;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = useCallback(async () => {
    const drafts = userId && hasStoredDrafts(userId) ? sessionTexts.draftsWouldGo : null;
    // If this can't be loaded, signing out can't either, and shows an error.
    const chats = isGuest
      ? await loadLibrary()
          .then((library) => library.guestSignOutQuestion())
          .catch(() => null)
      : null;
    for (const question of [signOutQuestion(), chats ?? drafts])
      if (question && !(await ask(question))) return;
    const failure = await signOut(scope);
    if (failure) {
      showToast({ ...sessionTexts.signOutFailed, variant: 'destructive' });
      return;
    }
    showToast({ ...sessionTexts.signedOut, variant: 'success' });
    await navigate(pathAfterSignOut(pathname));
  }, [isGuest, navigate, pathname, scope, signOut, userId]);
  return platform.ownerSession ? null : leave;
}
