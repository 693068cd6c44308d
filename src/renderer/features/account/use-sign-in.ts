import { useState } from 'react';
import { sessionTexts } from '../../lib/session-texts.ts';
import { showToast } from '../../lib/toast.ts';
import { readAuthFailure } from './auth-failure.ts';
import { type Credentials, matchDemo, signInWithPassword } from './enter.ts';
import { signInTexts as texts } from './texts.ts';

/**
 * Submits the sign-in form. It never navigates: the page does, when the session changes [ACCT-026].
 * The displayed demo credentials open the demo instead [ACCT-035].
 */
export function useSignIn(startDemo: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (credentials: Credentials) => {
    setBusy(true);
    try {
      if (await matchDemo(credentials)) {
        await startDemo();
        return;
      }
      await signInWithPassword(credentials);
      showToast({ ...texts.done, variant: 'success' });
    } catch (error) {
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
