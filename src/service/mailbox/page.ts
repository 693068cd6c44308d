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
    ${link && isWebAddress(link) ? `<p><a href="${escape(link)}" rel="noreferrer">Open the link in this email</a></p>` : ''}
    <details><summary>Full email</summary><pre>${escape(text)}</pre></details>
  </article>`;

/** Every text is escaped, and nothing on the page can run or load. */
export const mailboxPage = (mails: readonly KeptMail[]): Response =>
  page(
    `<p class="quiet">This installation has no mail server. Its emails are stored here until ${brand} stops.</p>
  ${mails.length === 0 ? '<p>No emails yet. Emails appear here when someone signs up or requests a code. Reload the page to check again.</p>' : mails.map(article).join('')}`,
  );

/** Shown to browsers that come without the token, for example by the link in the app. */
export const lockedMailboxPage = (): Response =>
  page(
    `<p>The mailbox contains sign-in codes, so it needs a token.</p>
  <p>Open the mailbox address that ${brand} printed in the terminal when it started, or enter the token at its end.</p>
  <form method="get"><label for="token">Token</label> <input id="token" name="token" type="password" autocomplete="off" required autofocus> <button>Open the mailbox</button></form>`,
    401,
  );

function page(content: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox – ${brand}</title><style>${style}</style></head>
<body>
  <h1>Mailbox</h1>
  ${content}
</body>
</html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}
