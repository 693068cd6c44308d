import { getSupabase } from '../../../lib/supabase.ts';
import { secondFactorTexts as texts } from './texts.ts';

/**
 * Raises the session to the second factor's level with a code of the authenticator app. A person may have several
 * apps: the code is right when one of them shows it. Throws what the service said.
 */
export async function confirmSecondFactor(code: string): Promise<void> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  let refusal: Error = new Error(texts.unavailable);
  for (const { id } of data.totp) {
    // oxlint-disable-next-line no-await-in-loop -- the next app is asked about only when this one showed another code
    const answer = await auth.mfa.challengeAndVerify({ factorId: id, code });
    if (!answer.error) return;
    refusal = answer.error;
  }
  throw refusal;
}
