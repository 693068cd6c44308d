import { resetPasswordPath } from '../../../lib/paths.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import { readRefusal } from '../auth-failure.ts';
import { cleanCode } from '../SubmitForm.tsx';

// Each function throws the error of the service.

/** The URL that emailed links and other sites' sign-ins return to. It continues to `target`. */
export function callbackUrl(target?: string): string {
  const back = platform.authCallback;
  return target ? `${back}?redirectTo=${encodeURIComponent(target)}` : back;
}

/** Sends a link and a code for signing in. Never reveals whether there is an account. */
export async function mailSignIn(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: callbackUrl(target) },
  });
  // With this code the hosted service reveals that it doesn't know the email.
  if (error && readRefusal(error)?.code !== 'otp_disabled') throw error;
}

/** Sends a link and a code for choosing a new password. */
export async function mailRecovery(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const redirectTo = callbackUrl(resetPasswordPath(target));
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
}

/** Sends the email that confirms a new account again. */
export async function mailConfirmation(email: string, target?: string): Promise<void> {
  const { auth } = await getSupabase();
  const options = { emailRedirectTo: callbackUrl(target) };
  const { error } = await auth.resend({ type: 'signup', email, options });
  if (error) throw error;
}

/** Uses an emailed code. The session changes by itself. */
export async function redeemCode(
  type: 'email' | 'signup' | 'recovery',
  email: string,
  typed: string,
): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.verifyOtp({ email, token: cleanCode(typed), type });
  if (error) throw error;
}
