import { z } from 'zod';
import { AuthFailure, invalidRequest } from './failure.ts';

const emailSchema = z.email().max(255);

/** Emails are stored and compared in lower case, as on the hosted service. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/** Returns the email as it is stored. Throws validation_failed if it is invalid. */
export function requireEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (!emailSchema.safeParse(normalized).success)
    throw invalidRequest('Unable to validate email address: invalid format');
  return normalized;
}

/** Like `requireEmail`, for an account's new email. Throws email_address_invalid if it is the reserved one. */
export function checkNewEmail(email: string, reserved: string): string {
  const normalized = requireEmail(email);
  if (normalized === normalizeEmail(reserved))
    throw new AuthFailure(400, 'email_address_invalid', `Email address "${normalized}" is invalid`);
  return normalized;
}
