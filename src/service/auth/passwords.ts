import { createBcrypt } from './bcrypt.ts';
import { AuthFailure } from './failure.ts';
import { passwordCost } from './password-cost.ts';
import { maximumPasswordBytes, minimumPasswordLength } from './settings.ts';

/** Beside this file, in the sources as in a bundle. */
const worker = import.meta.url.endsWith('.ts') ? './bcrypt-worker.ts' : './bcrypt-worker.js';
const bcrypt = createBcrypt(new URL(worker, import.meta.url));

/** The hash of a password that nobody has: what is compared where there is nothing to compare with. */
const nobodysHash = `$2b$${String(passwordCost).padStart(2, '0')}$RZ5MY1xJpNljXyAW8YOUzO9l68IMJ3.SgRJVzDzRleSbsHVS9hCJa`;

const isTooLong = (password: string) => new TextEncoder().encode(password).length > maximumPasswordBytes;

/** Throws weak_password or validation_failed when `password` cannot be chosen (ACCT-010). */
export function checkNewPassword(password: string): void {
  if (isTooLong(password)) {
    throw new AuthFailure(
      400,
      'validation_failed',
      `Password cannot be longer than ${maximumPasswordBytes} characters`,
    );
  }
  if (Array.from(password).length < minimumPasswordLength) {
    throw new AuthFailure(
      422,
      'weak_password',
      `Password should be at least ${minimumPasswordLength} characters.`,
      {
        weak_password: { reasons: ['length'] },
      },
    );
  }
}

/** Some 70 ms of computing: never call it inside a transaction, because PGlite has a single session for everybody. */
export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, passwordCost);

/** Compares at the same cost whether or not there is a hash, so that the time does not tell which accounts exist. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  const matches = await bcrypt.compare(password, storedHash || nobodysHash);
  // bcrypt reads 72 bytes and would let any longer text with the right beginning pass.
  return matches && Boolean(storedHash) && !isTooLong(password);
}
