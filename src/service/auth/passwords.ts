import { createBcrypt } from './bcrypt.ts';
import { AuthFailure, invalidRequest } from './failure.ts';
import { passwordCost } from './password-cost.ts';
import { maximumPasswordBytes, minimumPasswordLength } from './settings.ts';

/** The worker's file is next to this one, both in the sources and in the bundle. */
const workerFile = import.meta.url.endsWith('.ts') ? './bcrypt-worker.ts' : './bcrypt-worker.js';
const bcrypt = createBcrypt(new URL(workerFile, import.meta.url));

/** A hash that no password matches. Used for the comparison if there is no stored hash. */
const unmatchableHash = `$2b$${String(passwordCost).padStart(2, '0')}$RZ5MY1xJpNljXyAW8YOUzO9l68IMJ3.SgRJVzDzRleSbsHVS9hCJa`;

const isTooLong = (password: string) => Buffer.byteLength(password) > maximumPasswordBytes;

/** Throws weak_password or validation_failed if the password is not allowed (ACCT-010). */
export function checkNewPassword(password: string): void {
  if (isTooLong(password))
    throw invalidRequest(`Password cannot be longer than ${maximumPasswordBytes} characters`);
  if (Array.from(password).length >= minimumPasswordLength) return;
  const message = `Password should be at least ${minimumPasswordLength} characters.`;
  throw new AuthFailure(422, 'weak_password', message, { weak_password: { reasons: ['length'] } });
}

/**
 * Hashes a password in about 70 ms. Never call it inside a transaction: PGlite has only one session, so everyone would
 * have to wait.
 */
export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, passwordCost);

/**
 * Compares a password with a hash. Takes equally long without a hash, so that the time doesn't show which accounts
 * exist.
 */
export async function matchesPassword(password: string, storedHash: string | null): Promise<boolean> {
  const matches = await bcrypt.compare(password, storedHash || unmatchableHash);
  // bcrypt reads only 72 bytes, so it would accept any longer text that begins with the password.
  return matches && Boolean(storedHash) && !isTooLong(password);
}
