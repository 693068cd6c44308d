import { hidden } from './mask.ts';

/** Characters. What is shorter is a name rather than a key ("ollama", "none"), and a reply may well say it. */
const shortestSecret = 16;
/** Of a secret: so much of it gives it away, also where the rest was cut off or told wrongly. */
const telling = 0.75;

/** Takes secrets out of a text that comes in pieces, wherever it is split. */
export interface Redactor {
  /** What may go on of the text so far. An end that could become a secret is kept back until that is known. */
  readonly take: (piece: string) => string;
  /** What is still kept back when the text has ended. */
  readonly end: () => string;
}

interface Mark {
  readonly secret: string;
  /** The beginning that gives it away. */
  readonly head: string;
}

/** Replaces each head and what follows of its secret. One at the end of the text stays, because it may go on. */
function hide(text: string, { secret, head }: Mark): string {
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, from)) {
    let end = at + head.length;
    while (end < text.length && end - at < secret.length && text[end] === secret[end - at]) end += 1;
    if (end === text.length && end - at < secret.length) break;
    shown += text.slice(from, at) + hidden;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/** How many characters at the end of the text are the beginning of a secret. */
function begun(text: string, { secret }: Mark): number {
  const first = secret.charAt(0);
  let at = text.indexOf(first, Math.max(0, text.length - secret.length + 1));
  while (at !== -1 && !secret.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
  return at === -1 ? 0 : text.length - at;
}

/** A redactor for one text. Secrets of less than 16 characters are let through. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const marks = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .map((secret): Mark => ({ secret, head: secret.slice(0, Math.ceil(secret.length * telling)) }));
  let kept = '';
  return {
    take: (piece) => {
      if (marks.length === 0) return piece;
      const text = marks.reduce(hide, kept + piece);
      const length = Math.max(...marks.map((mark) => begun(text, mark)));
      kept = text.slice(text.length - length);
      return text.slice(0, text.length - length);
    },
    end: () => {
      const text = kept;
      kept = '';
      return marks.some(({ head }) => text.includes(head)) ? hidden : text;
    },
  };
}

/** A whole text without the secrets. */
export function redact(text: string, secrets: readonly string[]): string {
  const { take, end } = createRedactor(secrets);
  return take(text) + end();
}
