import type { SupabaseClient } from '@supabase/supabase-js';
import { TOTP, URI } from 'otpauth';
import type { OpenedDatabase } from '../../database/opened-database.ts';
import type { AuthSettings } from '../settings.ts';
import { newCredentials, startAuth, type TestClock } from './harness.ts';

export async function createSignedInUser(database: OpenedDatabase, settings: Partial<AuthSettings> = {}) {
  const harness = startAuth(database, { settings });
  const supabase = harness.client();
  const account = newCredentials();
  const { data } = await supabase.auth.signUp(account);
  return { ...harness, supabase, account, user: data.user!, session: data.session! };
}

/** Returns the code that an authenticator app shows now, or `steps` of 30 seconds later. */
export const codeAt = (uri: string, clock: TestClock, steps = 0): string => {
  const authenticator = URI.parse(uri);
  if (!(authenticator instanceof TOTP)) throw new Error('The URI is not for an authenticator.');
  return authenticator.generate({ timestamp: clock.now().getTime() + steps * 30_000 });
};

export async function enrollTestFactor(supabase: SupabaseClient) {
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (error) throw error;
  return { factorId: data.id, uri: data.totp.uri };
}

/** Creates an account with a verified factor, signed in at the second level. */
export async function createUserWithFactor(database: OpenedDatabase, settings: Partial<AuthSettings> = {}) {
  const harness = await createSignedInUser(database, settings);
  const factor = await enrollTestFactor(harness.supabase);
  const { error } = await harness.supabase.auth.mfa.challengeAndVerify({
    factorId: factor.factorId,
    code: codeAt(factor.uri, harness.clock),
  });
  if (error) throw error;
  return { ...harness, ...factor };
}

/** Returns the session's current assurance level and the one it can reach. */
export const readLevels = async (supabase: SupabaseClient) => {
  const { data } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};
