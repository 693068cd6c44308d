import { getConfig } from '../../lib/config.ts';
import { holdOf } from '../../lib/hold.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { callbackUrl } from './entry/mails.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Password sign-in [ACCT-025]. False when something is still to be done, e.g. the second factor. Throws what the
 * service said. The way on follows from the change of session.
 */
export async function signInWithPassword(credentials: Credentials): Promise<boolean> {
  const { data, error } = await (await getSupabase()).auth.signInWithPassword(credentials);
  if (error) throw error;
  return holdOf(data.session) === null;
}

/** Opens a guest session that carries the demo's e-mail and name [ACCT-034, ACCT-035]: own rows for each visitor. */
export async function signInAsGuest(demo: { readonly email: string; readonly name: string }): Promise<void> {
  const data = { email: demo.email, name: demo.name, isDemo: true };
  const { error, data: given } = await (await getSupabase()).auth.signInAnonymously({ options: { data } });
  if (error) throw error;
  // The library takes any answer that is no error; one without a session is a failure all the same.
  if (!given.session) throw new Error('The service opened no session.');
}

/** The demo's e-mail and name where the typed credentials are the displayed ones, else null. */
export async function matchDemo({ email, password }: Credentials) {
  const { demo } = await getConfig();
  return demo && demo.email.toLowerCase() === email.toLowerCase() && demo.password === password ? demo : null;
}

/** `created`: a session is open. `unconfirmed`: the address has to be confirmed by a mailed link first. */
export type SignUpResult = 'created' | 'unconfirmed';

/** Makes an account. Throws what the service said. */
export async function signUp(
  details: Credentials & { readonly name: string },
  target?: string,
): Promise<SignUpResult> {
  const { data, error } = await (
    await getSupabase()
  ).auth.signUp({
    email: details.email,
    password: details.password,
    options: {
      data: { name: details.name },
      emailRedirectTo: callbackUrl(target),
    },
  });
  if (error) throw error;
  if (data.session) return 'created';
  if (!data.user?.id) throw new Error('The service made no account.');
  return 'unconfirmed';
}
