import type { Mail } from '../mails.ts';

/** The code of a mail, as it is typed. */
export function codeOf({ otp }: Mail): string {
  if (!otp) throw new Error('The mail has no code.');
  return otp;
}

/** A code that is not the one of the mail. */
export const wrongCodeFor = (mail: Mail): string =>
  String((Number(codeOf(mail)) + 1) % 1_000_000).padStart(6, '0');
