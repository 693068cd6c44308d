import { brand } from '../../../../shared/brand.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { factorTexts as texts } from '../texts.ts';

// Each function throws the service's error.

export interface Factor {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** `picture` is the QR code. `secret` is the key that users type if they can't scan the code. */
export interface Enrollment {
  readonly id: string;
  readonly picture: string;
  readonly secret: string;
}

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

/** Removes unfinished setups first, because each name can be used only once. */
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

/** Checks a code. The app's first correct code completes its setup. */
export async function confirmFactor(factorId: string, code: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

export async function abandonFactor(factorId: string): Promise<void> {
  const { auth } = await getSupabase();
  await auth.mfa.unenroll({ factorId });
}

export async function removeFactor(factorId: string, code: string): Promise<void> {
  await confirmFactor(factorId, code);
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  // The current token still states that a second factor was used (aal2).
  await auth.refreshSession();
}
