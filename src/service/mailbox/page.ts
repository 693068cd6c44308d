import { brand } from '../../shared/brand.ts';
import type { Mail } from '../auth/mailer.ts';

export type KeptMail = Mail & { readonly sentAt: string };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem; }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; margin: 1rem 0; padding: 1rem; }
  h2 { font-size: 1.1rem; margin: 0; }
  pre { font: inherit; overflow-wrap: anywhere; white-space: pre-wrap; }
  .code { font-size: 1.5rem; font-variant-numeric: tabular-nums; letter-spacing: 0.1em; }
  .quiet { opacity: 0.75; }
`;

const isWebAddress = (link: string): boolean => /^https?:\/\//.test(link);

const article = ({ to, subject, sentAt, text, otp, link }: KeptMail): string => `
  <article>
    <h2>${escape(subject)}</h2>
    <p class="quiet">To ${escape(to)}, <time datetime="${escape(sentAt)}">${escape(sentAt.slice(0, 16).replace('T', ' '))} UTC</time></p>
    ${otp ? `<p class="code">${escape(otp)}</p>` : ''}
    ${link && isWebAddress(link) ? `<p><a href="${escape(link)}" rel="noreferrer">Open the link in this mail</a></p>` : ''}
    <details><summary>Whole mail</summary><pre>${escape(text)}</pre></details>
  </article>`;

/** The mailbox as a page: every text is escaped, and nothing on it can run or be fetched. */
export function mailboxPage(mails: readonly KeptMail[]): Response {
  const list =
    mails.length === 0
      ? '<p>No mails yet. Mails appear here when somebody signs up or asks for a code. Reload the page to look again.</p>'
      : mails.map(article).join('');
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox – ${brand}</title><style>${style}</style></head>
<body>
  <h1>Mailbox</h1>
  <p class="quiet">${brand} sends no mail on this computer. The mails that it would have sent are here until it stops.</p>
  ${list}
</body>
</html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}
