import { brand } from '../../../../shared/brand.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { factorTexts as texts } from './texts.ts';

export interface Factor {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** What an authenticator app needs to know: a picture of it, and the key as text. */
export interface Enrolment {
  readonly id: string;
  readonly picture: string;
  readonly secret: string;
}

/** The authenticator apps that are in use, oldest first. Throws what the service said. */
export async function listFactors(): Promise<readonly Factor[]> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  return data.totp.map((factor, at) => ({
    id: factor.id,
    name: factor.friendly_name || texts.app(at + 1),
    createdAt: factor.created_at,
  }));
}

/** Begins with a new app. What an earlier try left unfinished goes first: its name would be in the way. */
export async function beginFactor(): Promise<Enrolment> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  const unfinished = data.all.filter(({ status }) => status === 'unverified');
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
  const names = new Set(data.totp.map(({ friendly_name: name }) => name));
  let at = 1;
  while (names.has(texts.app(at))) at += 1;
  const begun = await auth.mfa.enroll({ factorType: 'totp', friendlyName: texts.app(at), issuer: brand });
  if (begun.error) throw begun.error;
  return { id: begun.data.id, picture: begun.data.totp.qr_code, secret: begun.data.totp.secret };
}

/** Proves that the app shows the right codes. Throws what the service said. */
export async function confirmFactor(factorId: string, code: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/** Gives up an app whose set-up was not finished. */
export async function abandonFactor(factorId: string): Promise<void> {
  const { auth } = await getSupabase();
  await auth.mfa.unenroll({ factorId });
}

/** Takes an app away after it has shown its code once more. Throws what the service said. */
export async function removeFactor(factorId: string, code: string): Promise<void> {
  await confirmFactor(factorId, code);
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  // The session learns what it owes from now on.
  await auth.refreshSession();
}
