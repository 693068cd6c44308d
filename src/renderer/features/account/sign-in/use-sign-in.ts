import { useState } from 'react';
import { platform } from '../../../platform/index.ts';
import { requirementOf } from '../../../lib/session-requirement.ts';
import { sessionTexts } from '../../../lib/session-texts.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { readRefusal } from '../auth-failure.ts';
import { signInTexts as texts } from './texts.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in with a password [ACCT-025]. The page navigates when the session changes [ACCT-026]. With the demo
 * credentials that the page shows, starts the demo instead [ACCT-035].
 *
 * `onUnconfirmed` is called if the password is correct but the email was never confirmed. `failure` is the
 * service's reason [ACCT-029]; `isWrong` means that the email or password is wrong.
 */
export function useSignIn(startDemo: () => Promise<void>, onUnconfirmed: (email: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly failure: string; readonly isWrong: boolean } | null>(
    null,
  );
  const submit = async (credentials: Credentials) => {
    setBusy(true);
    setRefused(null);
    try {
      if (await isDemo(credentials)) return await startDemo();
      const { data, error } = await (await getSupabase()).auth.signInWithPassword(credentials);
      if (error) throw error;
      // If a second factor is required, the user isn't signed in yet.
      if (requirementOf(data.session) === null) showToast(texts.done);
    } catch (error) {
      const refusal = readRefusal(error);
      if (refusal?.code === 'email_not_confirmed') return onUnconfirmed(credentials.email);
      if (!refusal) return showToast({ ...sessionTexts.signInProblem, variant: 'destructive' });
      setRefused({
        failure: texts.failed({ reason: refusal.message || texts.checkCredentials }),
        isWrong: refusal.code === 'invalid_credentials',
      });
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    failure: refused?.failure ?? null,
    isWrong: refused?.isWrong ?? false,
    submit,
    forgetFailure: () => setRefused(null),
  };
}

async function isDemo({ email, password }: Credentials): Promise<boolean> {
  const { demo } = await platform.loadConfig();
  return demo?.email.toLowerCase() === email.toLowerCase() && demo.password === password;
}
