import { useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { readAuthFailure } from './auth-failure.ts';
import { type Credentials, signUp, type SignUpResult } from './enter.ts';
import { signUpTexts as texts } from './texts.ts';

/** The button stays busy at least this long, in milliseconds [ACCT-014, ACCT-018]. */
export const signUpDelay = 1_500;

/**
 * Submits the sign-up form; `onDone` comes after the account and the delay. A mail that is to be confirmed leads on to
 * `target`.
 */
export function useSignUp(target: string | undefined, onDone: (result: SignUpResult, email: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (details: Credentials & { readonly name: string }) => {
    setBusy(true);
    try {
      const [result] = await Promise.all([signUp(details, target), wait(signUpDelay)]);
      showToast({ ...texts.done, variant: 'success' });
      if (result === 'unconfirmed') showToast({ ...texts.confirm, variant: 'info' });
      onDone(result, details.email);
    } catch (error) {
      const failure = readAuthFailure(error);
      const message = failure.kind === 'refused' ? failure.message : texts.failed.message;
      showToast({ ...texts.failed, message, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, submit };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
