import { resetPasswordPath } from '../../../lib/paths.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import { readRefusal } from '../auth-failure.ts';
import { cleanCode } from '../SubmitForm.tsx';

// Each function throws the service's error.

/** Emailed links and sign-in providers return to this URL, which continues to `target`. */
export function callbackUrl(target?: string): string {
  const callbackUrl = platform.authCallback;
  return target ? `${callbackUrl}?redirectTo=${encodeURIComponent(target)}` : callbackUrl;
}

/** Never reveals whether the account exists. */
export async function sendSignInEmail(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: callbackUrl(target) },
  });
  // With this code, the hosted service reveals that it doesn't know the email.
  if (error && readRefusal(error)?.code !== 'otp_disabled') throw error;
}

export async function sendRecoveryEmail(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const redirectTo = callbackUrl(resetPasswordPath(target));
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
}

export async function sendConfirmationEmail(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const options = { emailRedirectTo: callbackUrl(target) };
  const { error } = await auth.resend({ type: 'signup', email, options });
  if (error) throw error;
}

/** The auth client updates the session. */
export async function redeemCode(
  type: 'email' | 'signup' | 'recovery',
  email: string,
  typed: string,
): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.verifyOtp({ email, token: cleanCode(typed), type });
  if (error) throw error;
}
