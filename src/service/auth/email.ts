import { z } from 'zod';
import { AuthFailure, invalid } from './failure.ts';

const emailSchema = z.email().max(255);

/** Addresses are stored and looked up in lower case, as on the hosted service. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/** The address in its stored form; throws validation_failed if it is not an address. */
export function requireEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (!emailSchema.safeParse(normalized).success)
    throw invalid('Unable to validate email address: invalid format');
  return normalized;
}

/** Like `requireEmail`, for an account's new address; throws email_address_invalid for the reserved one. */
export function checkNewEmail(email: string, reserved: string): string {
  const normalized = requireEmail(email);
  if (normalized === normalizeEmail(reserved))
    throw new AuthFailure(400, 'email_address_invalid', `Email address "${normalized}" is invalid`);
  return normalized;
}
