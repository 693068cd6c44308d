import { useState } from 'react';
import { sessionTexts } from '../../lib/session-texts.ts';
import { showToast } from '../../lib/toast.ts';
import { authCodeOf, readAuthFailure } from './auth-failure.ts';
import { type Credentials, matchDemo, signInWithPassword } from './enter.ts';
import { signInTexts as texts } from './texts.ts';

/**
 * Submits the sign-in form. It never navigates: the page does, when the session changes [ACCT-026].
 * The displayed demo credentials open the demo instead [ACCT-035]. `onUnconfirmed` comes for a right password of an
 * address that was never confirmed.
 */
export function useSignIn(startDemo: () => Promise<void>, onUnconfirmed: (email: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (credentials: Credentials) => {
    setBusy(true);
    try {
      if (await matchDemo(credentials)) {
        await startDemo();
        return;
      }
      const hasEntered = await signInWithPassword(credentials);
      if (hasEntered) showToast({ ...texts.done, variant: 'success' });
    } catch (error) {
      if (authCodeOf(error) === 'email_not_confirmed') {
        onUnconfirmed(credentials.email);
        return;
      }
      const failure = readAuthFailure(error);
      if (failure.kind === 'refused')
        showToast({
          ...texts.failed,
          message: failure.message || texts.failed.message,
          variant: 'destructive',
        });
      else showToast({ ...sessionTexts.signInProblem, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, submit };
}
