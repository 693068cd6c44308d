import { z } from 'zod';
import { AuthFailure } from './failure.ts';

const maximumLength = 255;
const emailSchema = z.email().max(maximumLength);

/** The form in which addresses are stored and looked up: hosted's, lower case. */
export const normaliseEmail = (email: string): string => email.toLowerCase();

/** The address in its stored form; throws validation_failed where it is none. */
export function requireEmail(email: string): string {
  const normalised = normaliseEmail(email);
  if (!emailSchema.safeParse(normalised).success) {
    throw new AuthFailure(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  return normalised;
}

/** The same for an address that an account is to get; throws email_address_invalid for the reserved one. */
export function checkNewEmail(email: string, reserved: string): string {
  const normalised = requireEmail(email);
  if (normalised === normaliseEmail(reserved)) {
    throw new AuthFailure(400, 'email_address_invalid', `Email address "${normalised}" is invalid`);
  }
  return normalised;
}
