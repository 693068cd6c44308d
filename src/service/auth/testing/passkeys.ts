import type { OpenedDatabase } from '../../database/opened-database.ts';
import { SoftwareAuthenticator, type Deviation } from './authenticator.ts';
import { newCredentials, startAuth, type AuthHarness } from './harness.ts';

/** Passkeys need HTTPS. */
export const site = 'https://clover.test';

type Client = ReturnType<AuthHarness['client']>;

export const newAuthenticator = () => new SoftwareAuthenticator(site);

export async function registerPasskey(
  supabase: Client,
  deviation: Deviation = {},
  authenticator = newAuthenticator(),
) {
  const { data: start, error } = await supabase.auth.passkey.startRegistration();
  if (error) throw error;
  const credential = authenticator.create(start.options, deviation);
  const challengeId = start.challenge_id;
  const verified = await supabase.auth.passkey.verifyRegistration({ challengeId, credential });
  return { ...verified, start, credential, authenticator };
}

export async function signInWithPasskey(
  supabase: Client,
  authenticator: SoftwareAuthenticator,
  deviation: Deviation = {},
) {
  const { data: start, error } = await supabase.auth.passkey.startAuthentication();
  if (error) throw error;
  const credential = authenticator.get(start.options, deviation);
  const request = { challengeId: start.challenge_id, credential };
  return { ...(await supabase.auth.passkey.verifyAuthentication(request)), start, request };
}

export async function newPerson(database: OpenedDatabase) {
  const harness = startAuth(database, { site });
  const supabase = harness.client();
  const account = newCredentials();
  const { data } = await supabase.auth.signUp(account);
  return { ...harness, supabase, user: data.user! };
}

export async function personWithPasskey(database: OpenedDatabase) {
  const person = await newPerson(database);
  const { authenticator, data } = await registerPasskey(person.supabase);
  return { ...person, authenticator, passkey: data! };
}
