import { escapeHtml, type Mail, type Mailer } from '../auth/mails.ts';
import { isSameSecret } from '../http/credentials.ts';
import { json } from '../http/json.ts';
import { texts } from './texts.ts';

/** Maximum emails to keep. The oldest ones are removed first. */
const capacity = 200;

type StoredMail = Mail & { readonly sentAt: string };

export interface Mailbox {
  readonly send: Mailer;
  /**
   * Handles `GET /_mailbox?token=…&to=…`: returns the emails, newest first, as a page for browsers or JSON for
   * programs.
   */
  readonly handle: (request: Request) => Response;
}

/**
 * Stores emails if there is no mail server, so that the user of this machine can open their links. They contain
 * one-time codes, so the mailbox requires a token and never sends a CORS header.
 */
export function createMailbox(token: string): Mailbox {
  const mails: StoredMail[] = [];
  return {
    send: (mail) => {
      mails.unshift({ ...mail, sentAt: new Date().toISOString() });
      mails.length = Math.min(mails.length, capacity);
      return Promise.resolve();
    },
    handle: (request) => {
      const parameters = new URL(request.url).searchParams;
      const isPage = request.headers.get('accept')?.includes('text/html') ?? false;
      if (!isSameSecret(parameters.get('token') ?? '', token))
        return isPage ? page(tokenForm, 401) : json({ message: texts.needsToken }, 401);
      const to = parameters.get('to')?.toLowerCase();
      const list = mails.filter((mail) => !to || mail.to.toLowerCase() === to);
      return isPage ? page(listOf(list)) : json(list);
    },
  };
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem; }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; margin: 1rem 0; padding: 1rem; }
  h2 { font-size: 1.1rem; margin: 0; }
  pre { font: inherit; overflow-wrap: anywhere; white-space: pre-wrap; }
  .code { font-size: 1.5rem; font-variant-numeric: tabular-nums; letter-spacing: 0.1em; }
  .quiet { opacity: 0.75; }
  form { display: flex; flex-wrap: wrap; gap: 0.5rem; max-width: 26rem; }
  label { flex-basis: 100%; font-weight: 600; }
  input { flex: 1 1 14rem; min-width: 0; }
  input, button { border: 1px solid currentColor; border-radius: 8px; box-sizing: border-box; font: inherit; min-height: 44px; padding: 0.5rem 0.75rem; }
  button { background: #1f6b46; border-color: #1f6b46; color: #fff; cursor: pointer; }
  a { color: light-dark(#1f6b46, #6ccf9c); }
`;

const isWebAddress = (link: string): boolean => /^https?:\/\//.test(link);

const emailHtml = ({ to, subject, sentAt, text, otp, link }: StoredMail): string => `
  <article>
    <h2>${escapeHtml(subject)}</h2>
    <p class="quiet">${escapeHtml(texts.to(to))}, <time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt.slice(0, 16).replace('T', ' '))} UTC</time></p>
    ${otp ? `<p class="code">${escapeHtml(otp)}</p>` : ''}
    ${link && isWebAddress(link) ? `<p><a href="${escapeHtml(link)}" rel="noreferrer">${texts.openLink}</a></p>` : ''}
    <details><summary>${texts.fullMail}</summary><pre>${escapeHtml(text)}</pre></details>
  </article>`;

const listOf = (mails: readonly StoredMail[]): string =>
  `<p class="quiet">${texts.intro}</p>
  ${mails.length === 0 ? `<p>${texts.empty}</p>` : mails.map(emailHtml).join('')}`;

/** Shown to browsers without the token, for example after following the app's link. */
const tokenForm = `<p>${texts.locked}</p>
  <p>${texts.howToOpen}</p>
  <form method="get"><label for="token">${texts.token}</label><input id="token" name="token" type="password" autocomplete="off" required autofocus><button>${texts.open}</button></form>`;

/** Builds a page. The texts in `content` must already be escaped. */
function page(content: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${texts.pageTitle}</title><style>${style}</style></head>
<body>
  <h1>${texts.title}</h1>
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
