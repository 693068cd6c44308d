import { useState } from 'react';
import { getConfig } from '../../../lib/config.ts';
import { sentenceOfAuth } from '../auth-failure.ts';
import { mailSignIn } from './mails.ts';
import { linkSignInTexts as texts } from './texts.ts';

/** Has a mail sent to sign in with; `onMailed` comes when the service has taken the order. */
export function useMailSignIn(target: string | undefined, onMailed: (email: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const send = async (email: string) => {
    setBusy(true);
    setFault(null);
    try {
      const { demo } = await getConfig();
      if (demo?.email.toLowerCase() === email.toLowerCase()) {
        setFault(texts.shown);
        return;
      }
      await mailSignIn(email, target);
      onMailed(email);
    } catch (error) {
      setFault(sentenceOfAuth(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, send };
}
