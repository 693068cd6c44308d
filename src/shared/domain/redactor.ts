import { secretMask } from './mask.ts';

/** In characters. Shorter keys are often ordinary words ("ollama", "none") that a reply may contain. */
const minSecretLength = 16;
/**
 * Text that matches this share of a secret's start is hidden, even if the remaining characters are missing or
 * different.
 */
const hiddenShare = 0.75;

/** Removes secrets from a text that arrives in pieces, however it is split. */
interface Redactor {
  /** Takes a piece and returns the text that may be shown. Buffers an end that may be the start of a secret. */
  readonly take: (piece: string) => string;
  /** Returns the text that is still buffered. */
  readonly end: () => string;
}

interface SecretMark {
  readonly secret: string;
  /** The start of the secret, which is always hidden. */
  readonly head: string;
}

/**
 * Replaces every occurrence of the head, with the characters of the secret that follow it. An occurrence at the end of
 * the text is not replaced yet, because the next piece may continue it.
 */
function hide(text: string, { secret, head }: SecretMark): string {
  let shownText = '';
  let from = 0;
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, from)) {
    let end = at + head.length;
    while (end < text.length && end - at < secret.length && text[end] === secret[end - at]) end += 1;
    if (end === text.length && end - at < secret.length) break;
    shownText += text.slice(from, at) + secretMask;
    from = end;
  }
  return from === 0 ? text : shownText + text.slice(from);
}

/** Returns the length of the text's end that may be the start of a secret. */
function partialLength(text: string, { secret }: SecretMark): number {
  const first = secret.charAt(0);
  let at = text.indexOf(first, Math.max(0, text.length - secret.length + 1));
  while (at !== -1 && !secret.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
  return at === -1 ? 0 : text.length - at;
}

/** Creates a redactor for one text. Ignores secrets of fewer than 16 characters. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const marks = secrets
    .filter((secret) => secret.length >= minSecretLength)
    .map((secret): SecretMark => ({
      secret,
      head: secret.slice(0, Math.ceil(secret.length * hiddenShare)),
    }));
  let heldBack = '';
  return {
    take: (piece) => {
      if (marks.length === 0) return piece;
      const text = marks.reduce(hide, heldBack + piece);
      const length = Math.max(...marks.map((mark) => partialLength(text, mark)));
      heldBack = text.slice(text.length - length);
      return text.slice(0, text.length - length);
    },
    end: () => {
      const text = heldBack;
      heldBack = '';
      return marks.some(({ head }) => text.includes(head)) ? secretMask : text;
    },
  };
}

export function redact(text: string, secrets: readonly string[]): string {
  const { take, end } = createRedactor(secrets);
  return take(text) + end();
}
