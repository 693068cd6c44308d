import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from './paths.ts';
import { useSession } from './session.tsx';
import { sessionTexts } from './session-texts.ts';
import { showToast } from './toast.ts';

/** Signs the person out and leads home, with exactly one toast [SITE-030, ACCT-042, ACCT-043, ACCT-046]. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useSession();
  const navigate = useNavigate();
  return useCallback(async () => {
    const failure = await signOut();
    if (failure) {
      showToast({ ...sessionTexts.signOutFailed, variant: 'destructive' });
      return;
    }
    showToast({ ...sessionTexts.signedOut, variant: 'success' });
    await navigate(paths.home);
  }, [navigate, signOut]);
}
