import type { Mail } from '../mails.ts';

export function codeOf({ otp }: Mail): string {
  if (!otp) throw new Error('The email has no code.');
  return otp;
}

export const wrongCodeFor = (mail: Mail): string =>
  String((Number(codeOf(mail)) + 1) % 1_000_000).padStart(6, '0');
