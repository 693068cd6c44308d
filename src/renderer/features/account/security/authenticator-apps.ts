import { brand } from '../../../../shared/brand.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { factorTexts as texts } from '../texts.ts';

// Each function throws the error of the service.

export interface Factor {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** What an authenticator app needs: a QR code, or the key as text. */
export interface Enrollment {
  readonly id: string;
  readonly picture: string;
  readonly secret: string;
}

/** The authenticator apps in use, oldest first. */
export async function listFactors(): Promise<readonly Factor[]> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  return data.totp.map((factor, index) => ({
    id: factor.id,
    name: factor.friendly_name || texts.app({ count: index + 1 }),
    createdAt: factor.created_at,
  }));
}

/** Starts the setup of an app. Unfinished setups are removed first, because each name may be used once. */
export async function enrollFactor(): Promise<Enrollment> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  const unfinished = data.all.filter(({ status }) => status === 'unverified');
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
  const names = new Set(data.totp.map(({ friendly_name: name }) => name));
  let number = 1;
  while (names.has(texts.app({ count: number }))) number += 1;
  const friendlyName = texts.app({ count: number });
  const answer = await auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: brand });
  if (answer.error) throw answer.error;
  return { id: answer.data.id, picture: answer.data.totp.qr_code, secret: answer.data.totp.secret };
}

/** Proves that the app shows the right codes. */
export async function confirmFactor(factorId: string, code: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/** Removes an app whose setup was not finished. */
export async function abandonFactor(factorId: string): Promise<void> {
  const { auth } = await getSupabase();
  await auth.mfa.unenroll({ factorId });
}

/** Removes an app, which needs its current code. */
export async function removeFactor(factorId: string, code: string): Promise<void> {
  await confirmFactor(factorId, code);
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  // The new token no longer requires a second factor.
  await auth.refreshSession();
}
