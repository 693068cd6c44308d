import type { Mail } from '../mails.ts';

/** Reads the code from an email. */
export function codeOf({ otp }: Mail): string {
  if (!otp) throw new Error('The email has no code.');
  return otp;
}

/** Returns a code that differs from the email's. */
export const wrongCodeFor = (mail: Mail): string =>
  String((Number(codeOf(mail)) + 1) % 1_000_000).padStart(6, '0');
