import { brand } from '../../shared/brand.ts';
import type { Mail, MailKind } from './mailer.ts';

/** What a mail says, apart from its link and its code. */
interface MailText {
  readonly subject: string;
  readonly lead: string;
  /** On the button; a mail without one has no link. */
  readonly button?: string;
  readonly closing: string;
}

const ifNotYou = 'If you did not ask for this, you can ignore this mail: nothing changes.';

const texts: Readonly<Record<MailKind, MailText>> = {
  confirmation: {
    subject: `Confirm your e-mail address for ${brand}`,
    lead: `Welcome to ${brand}. Confirm that this is your address, and your account is ready.`,
    button: 'Confirm my address',
    closing: 'If you did not sign up, you can ignore this mail: there will be no account.',
  },
  recovery: {
    subject: `Choose a new password for ${brand}`,
    lead: 'Somebody, hopefully you, asked to choose a new password.',
    button: 'Choose a new password',
    closing: `${ifNotYou} Your password stays as it is.`,
  },
  magic_link: {
    subject: `Sign in to ${brand}`,
    lead: 'Here is your way in. It works once.',
    button: 'Sign in',
    closing: ifNotYou,
  },
  email_change: {
    subject: `Confirm the change of your e-mail address for ${brand}`,
    lead: 'An account is to change its e-mail address. Both mailboxes, the old and the new one, must agree.',
    button: 'Agree to the change',
    closing: 'If you did not ask for this, do not agree, and choose a new password.',
  },
  reauthentication: {
    subject: `Your code for ${brand}`,
    lead: 'Type this code to confirm that it is you.',
    closing: 'If you did not ask for a code, somebody else is using your account: choose a new password.',
  },
  invite: {
    subject: `You are invited to ${brand}`,
    lead: `An administrator has made an account for you. Accept, and choose a password.`,
    button: 'Accept the invitation',
    closing: 'If you do not want an account, you can ignore this mail.',
  },
  already_registered: {
    subject: `You already have an account at ${brand}`,
    lead: 'Somebody, hopefully you, tried to sign up with this address, which has an account already.',
    button: 'Sign in',
    closing:
      'If you do not know your password any more, choose "Forgot password" there. If it was not you, you can ignore this mail.',
  },
};

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escaped[character] ?? '');

/** The code in two groups, as one reads it; the spaces are dropped when it is typed. */
const grouped = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Plain and small, because a mail program shows what it likes. No picture and nothing from afar: opening it tells nobody. */
function toHtml(
  text: MailText,
  link: string | undefined,
  code: string | undefined,
  details: readonly string[],
) {
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const button =
    link && text.button
      ? paragraph(
          `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c6b45;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(text.button)}</a>`,
        )
      : '';
  const codeBlock = code
    ? paragraph(link ? 'Or type this code:' : 'Your code:') +
      paragraph(grouped(code), 'font-size:28px;letter-spacing:4px;font-weight:600;font-family:monospace')
    : '';
  return `<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#f6f6f2;color:#1d211e;font:16px/1.5 system-ui,sans-serif"><div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">${[
    paragraph(escapeHtml(brand), 'font-weight:700;color:#1c6b45'),
    paragraph(escapeHtml(text.lead)),
    ...details.map((detail) => paragraph(escapeHtml(detail))),
    button,
    codeBlock,
    code ? paragraph('Link and code work once, within an hour.', 'color:#5c635e;font-size:14px') : '',
    paragraph(escapeHtml(text.closing), 'color:#5c635e;font-size:14px'),
  ].join('')}</div></body></html>`;
}

/** What stands in a mail besides its words. */
export interface MailContent {
  readonly to: string;
  readonly code?: string;
  readonly tokenHash?: string;
  readonly link?: string;
  /** A change of address names both, so that nobody agrees to what he does not see. */
  readonly change?: { readonly from: string; readonly to: string };
}

/** Writes a mail out in both forms, with link and code. */
export function composeMail(kind: MailKind, { to, code, tokenHash, link, change }: MailContent): Mail {
  const text = texts[kind];
  const details = change ? [`From ${change.from} to ${change.to}.`] : [];
  const lines = [
    text.lead,
    ...details,
    ...(link && text.button ? [`${text.button}:\n${link}`] : []),
    ...(code ? [`${link ? 'Or type this code' : 'Your code'}: ${grouped(code)}`] : []),
    ...(code ? ['Link and code work once, within an hour.'] : []),
    text.closing,
    `-- \n${brand}`,
  ];
  return {
    kind,
    to,
    subject: text.subject,
    text: `${lines.join('\n\n')}\n`,
    html: toHtml(text, link, code, details),
    ...(code !== undefined && { otp: code }),
    ...(tokenHash !== undefined && { tokenHash }),
    ...(link !== undefined && { link }),
  };
}
