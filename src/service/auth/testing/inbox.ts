import type { Mail } from '../mails.ts';

/** The code of an email, as users type it. */
export function codeOf({ otp }: Mail): string {
  if (!otp) throw new Error('The email has no code.');
  return otp;
}

/** A code that differs from the email's. */
export const wrongCodeFor = (mail: Mail): string =>
  String((Number(codeOf(mail)) + 1) % 1_000_000).padStart(6, '0');
