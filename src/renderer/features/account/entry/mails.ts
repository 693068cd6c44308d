import { resetPasswordPath } from '../../../lib/paths.ts';
import { platform } from '../../../platform/index.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { authCodeOf } from '../auth-failure.ts';

/** What a mailed code is good for, in the auth service's words. */
export type CodeKind = 'email' | 'signup' | 'recovery' | 'email_change';

/** Where a mailed link, or a sign-in elsewhere, leads back to; `target` comes after it. */
export function callbackUrl(target?: string): string {
  const back = platform.authCallback;
  return target ? `${back}?redirectTo=${encodeURIComponent(target)}` : back;
}

/** Sends a link and a code to sign in with. Throws what the service said; it never says whether there is an account. */
export async function mailSignIn(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: callbackUrl(target) },
  });
  // The hosted service says so of an address that it does not know: the person must not learn that from us.
  if (error && authCodeOf(error) !== 'otp_disabled') throw error;
}

/** Sends a link and a code to choose a new password with. Throws what the service said. */
export async function mailRecovery(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: callbackUrl(resetPasswordPath(target)),
  });
  if (error) throw error;
}

/** Sends the mail that confirms a new account once more. Throws what the service said. */
export async function mailConfirmation(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: callbackUrl(target) },
  });
  if (error) throw error;
}

/** Uses a code that was mailed to an address. Throws what the service said; the session follows by itself. */
export async function redeemCode(kind: CodeKind, email: string, typed: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.verifyOtp({ email, token: cleanCode(typed), type: kind });
  if (error) throw error;
}

/** A code as it was meant: people type the gap that they see. */
export const cleanCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '');
