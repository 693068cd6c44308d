import { requirementOf } from '../../../lib/session-requirement.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { readRefusal } from '../auth-failure.ts';
import { signInTexts } from '../sign-in/texts.ts';
import { passkeyFailureMessage } from './failure-message.ts';
import { passkeyTexts } from './texts.ts';

/** Resolves with a message if it fails. The page navigates when the session changes. */
export async function signInWithPasskey(): Promise<string | void> {
  try {
    const { data, error } = await (await getSupabase()).auth.signInWithPasskey();
    if (error) throw error;
    // If a second factor is required, the user isn't signed in yet.
    if (data.session && requirementOf(data.session) === null) showToast(signInTexts.done);
  } catch (error) {
    // The service doesn't say what is wrong. Most likely, the passkey only unlocks an encrypted history.
    return readRefusal(error)?.code === 'webauthn_verification_failed'
      ? passkeyTexts.failures.unknown
      : passkeyFailureMessage(error);
  }
}
