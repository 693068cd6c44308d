import { brand } from '../../shared/brand.ts';
import type { Language } from '../../shared/domain/languages.ts';
import { mailsIn } from './mail-language.ts';
import type { MailKind } from './texts.ts';

/** A composed email of the auth service. The code is a separate field, so that the mailbox page can show it. */
export interface Mail {
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly otp?: string;
  readonly tokenHash?: string;
  readonly link?: string;
}

/** Delivers an email to the mailbox page or an SMTP server. Rejects if that fails. */
export type Mailer = (mail: Mail) => Promise<void>;

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => htmlEntities[character] ?? '');

/** Splits the code into two groups, which are easier to read. The space is ignored when users type it. */
const formatCode = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

const isRightToLeft = (language: Language): boolean => language === 'ar';

/**
 * Builds plain HTML, because email programs change the markup. It loads nothing, so that no one can track who opens it.
 */
function toHtml(
  language: Language,
  kind: MailKind,
  link: string | undefined,
  code: string | undefined,
  details: readonly string[],
) {
  const { [kind]: text, phrases } = mailsIn[language];
  const attributes = `lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"`;
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const button =
    link && text.button
      ? paragraph(
          `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c6b45;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(text.button)}</a>`,
        )
      : '';
  const codeBlock = code
    ? paragraph(`${escapeHtml(link ? phrases.orCode : phrases.code)}:`) +
      paragraph(
        `<span dir="ltr">${formatCode(code)}</span>`,
        'font-size:28px;letter-spacing:4px;font-weight:600;font-family:monospace',
      )
    : '';
  return `<!doctype html><html ${attributes}><body style="margin:0;padding:32px 16px;background:#f6f6f2;color:#1d211e;font:16px/1.5 system-ui,sans-serif"><div ${attributes} style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">${[
    paragraph(escapeHtml(brand), 'font-weight:700;color:#1c6b45'),
    paragraph(escapeHtml(text.lead)),
    ...details.map((detail) => paragraph(escapeHtml(detail))),
    button,
    codeBlock,
    code ? paragraph(escapeHtml(phrases.expiry), 'color:#5c635e;font-size:14px') : '',
    paragraph(escapeHtml(text.closing), 'color:#5c635e;font-size:14px'),
  ].join('')}</div></body></html>`;
}

export interface MailContent {
  readonly to: string;
  readonly code?: string;
  readonly tokenHash?: string;
  readonly link?: string;
  /** Set for an email change. The message names both emails, so that users see what they confirm. */
  readonly change?: { readonly from: string; readonly to: string };
}

export function composeMail(
  language: Language,
  kind: MailKind,
  { to, code, tokenHash, link, change }: MailContent,
): Mail {
  const { [kind]: text, phrases } = mailsIn[language];
  const details = change
    ? [phrases.change.replace(/\{(from|to)\}/g, (_parameter, name: 'from' | 'to') => change[name])]
    : [];
  // Otherwise right-to-left text would swap the two groups of digits.
  const mark = isRightToLeft(language) ? '\u200E' : '';
  const lines = [
    text.lead,
    ...details,
    ...(link && text.button ? [`${text.button}:\n${link}`] : []),
    ...(code ? [`${link ? phrases.orCode : phrases.code}: ${mark}${formatCode(code)}`, phrases.expiry] : []),
    text.closing,
    `-- \n${brand}`,
  ];
  return {
    kind,
    to,
    subject: text.subject,
    text: `${lines.join('\n\n')}\n`,
    html: toHtml(language, kind, link, code, details),
    ...(code !== undefined && { otp: code }),
    ...(tokenHash !== undefined && { tokenHash }),
    ...(link !== undefined && { link }),
  };
}
