import { useState } from 'react';
import { getSupabase } from '../../../lib/supabase.ts';
import { authCodeOf, sentenceOfAuth } from '../auth-failure.ts';
import { cleanCode } from './mails.ts';

/** The service's ways to say that the session is not fresh enough to change the password. */
const asksForCode: ReadonlySet<string | null> = new Set(['reauthentication_needed', 'reauth_nonce_missing']);

/**
 * Changes the password of whoever is signed in. Where the service wants to be sure who asks, it mails a code, and the
 * form asks for it [AUTH-014].
 */
export function useNewPassword() {
  const [needsCode, setNeedsCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  /** True when the password is changed. */
  const save = async (password: string, code: string): Promise<boolean> => {
    setBusy(true);
    setFault(null);
    try {
      const { auth } = await getSupabase();
      const nonce = cleanCode(code);
      const { error } = await auth.updateUser({ password, ...(nonce && { nonce }) });
      if (!error) {
        setNeedsCode(false);
        return true;
      }
      if (!asksForCode.has(authCodeOf(error))) throw error;
      const mailed = await auth.reauthenticate();
      if (mailed.error) throw mailed.error;
      setNeedsCode(true);
    } catch (error) {
      setFault(sentenceOfAuth(error));
    } finally {
      setBusy(false);
    }
    return false;
  };
  return { needsCode, isBusy, fault, save };
}
