import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { platform } from '../platform/index.ts';
import { pathAfterSignOut } from './paths.ts';
import { askToConfirm } from './confirmation.ts';
import { loadLibrary } from './session-store.ts';
import { useSession } from './session.tsx';
import { sessionTexts } from './session-texts.ts';
import { showToast } from './toast.ts';

/**
 * Returns a function that signs out, opens the home page (from the console, its sign-in page), and shows one toast
 * [SITE-030, ACCT-042, ACCT-043, ACCT-046]. If unsent text or a guest's chats would be lost, the user must confirm
 * first.
 *
 * Null for the owner of this computer, who has no password to sign in again.
 */
export function useSignOut(scope: 'local' | 'global' = 'local'): (() => Promise<void>) | null {
  const { signOut, user } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = useCallback(async () => {
    // If these can't be loaded, signing out can't either, and shows an error.
    const questions = await loadLibrary()
      .then((library) => library.signOutQuestions(user))
      .catch(() => []);
    for (const question of questions) if (!(await askToConfirm(question))) return;
    const failure = await signOut(scope);
    if (failure) {
      showToast({ ...sessionTexts.signOutFailed, variant: 'destructive' });
      return;
    }
    showToast({ ...sessionTexts.signedOut, variant: 'success' });
    await navigate(pathAfterSignOut(pathname));
  }, [navigate, pathname, scope, signOut, user]);
  return platform.ownerSession ? null : leave;
}
