import { cutGraphemes } from './graphemes.ts';

/** The maximum number of characters that a message quotes from a vendor's text (security rules). */
const quoteLength = 200;
/** Later text is ignored, because no useful message is longer. */
const maxInspectedLength = 65_536;

// oxlint-disable-next-line no-control-regex -- it replaces control characters
const invisibleCharacters = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g;

export const secretMask = '[hidden]';

/** Secrets that vendors repeat in errors. Each pattern runs in linear time on any input. */
const secretPatterns: readonly RegExp[] = [
  /\b(?:bearer|basic)\s+[^\s"',;<>]+/gi,
  /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g,
  /\b(?:sk|pk|rk|clv|sb|gsk|xai)[-_][\w-]{6,}/gi,
  /\b(?:ghp|hf)_\w{6,}/gi,
  /\b(?:api[-_ ]?key|authorization|access[-_]?token|secret|password)["']?\s{0,4}[:=]\s{0,4}["']?[^\s"',;<>]+/gi,
  /\b[0-9a-f]{24,}\b/gi,
];

const longRun = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
/** Model names must stay readable ("cognitivecomputations" has 21 letters). */
const maxWordLength = 22;
const maskUnlessWords = (run: string) =>
  run.split(/[/_-]/).some((word) => word.length > maxWordLength) ? secretMask : run;

/**
 * Characters that continue a secret: a response may contain a longer secret that starts with a known one. A dot at the
 * end of a sentence does not continue it.
 */
const secretTail = /^(?:[\w+/=-]|[.~%](?=\w))+/;

/** Replaces everything that looks like a key, and all given secrets. */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  let masked = text;
  for (const secret of secrets) {
    if (secret === '') continue;
    const [before = '', ...behind] = masked.split(secret);
    masked = [before, ...behind.map((piece) => piece.replace(secretTail, ''))].join(secretMask);
  }
  for (const pattern of secretPatterns) masked = masked.replace(pattern, secretMask);
  return masked.replace(longRun, maskUnlessWords);
}

/**
 * Makes a vendor's text safe to quote: one line, secrets masked, at most 200 characters. Masks before it
 * cuts, because a key that is cut in half might not be recognized.
 */
export function quoteUpstream(text: string, secrets: readonly string[] = []): string {
  const masked = maskSecrets(text.slice(0, maxInspectedLength), secrets);
  const line = masked.replace(invisibleCharacters, ' ').trim().toWellFormed();
  const { text: quoted, isCut } = cutGraphemes(line, quoteLength - 1);
  return isCut ? `${quoted}…` : quoted;
}
