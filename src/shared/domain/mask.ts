import { cutGraphemes } from './graphemes.ts';

/** Security rules: upstream text in a message is cut to this many characters. */
const quoteLength = 200;
/** Enough to hold any message worth quoting; what comes after is never looked at. */
const inspectedLength = 65_536;

// oxlint-disable-next-line no-control-regex -- control characters are what is replaced
const invisible = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g;

/** Stands where a secret was. */
export const hidden = '[hidden]';

/** Shapes of secrets that providers echo. Each runs in linear time on any input. */
const secretShapes: readonly RegExp[] = [
  /\b(?:bearer|basic)\s+[^\s"',;<>]+/gi,
  /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g,
  /\b(?:sk|pk|rk|clv|sb|gsk|xai)[-_][\w-]{6,}/gi,
  /\b(?:ghp|hf)_\w{6,}/gi,
  /\b(?:api[-_ ]?key|authorization|access[-_]?token|secret|password)["']?\s{0,4}[:=]\s{0,4}["']?[^\s"',;<>]+/gi,
  /\b[0-9a-f]{24,}\b/gi,
];

const longRun = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
/** The longest word in the names of models, which must stay readable ("cognitivecomputations" has 21 letters). */
const longestWord = 22;
const hideUnlessWords = (run: string) =>
  run.split(/[/_-]/).some((word) => word.length > longestWord) ? hidden : run;

/** What goes on behind a secret that was the beginning of a longer one. A dot that ends a sentence does not. */
const tail = /^(?:[\w+/=-]|[.~%](?=\w))+/;

/** Replaces everything that looks like a key, and every given secret whatever it looks like. */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  let masked = text;
  for (const secret of secrets) {
    if (secret === '') continue;
    const [before = '', ...behind] = masked.split(secret);
    masked = [before, ...behind.map((piece) => piece.replace(tail, ''))].join(hidden);
  }
  for (const shape of secretShapes) masked = masked.replace(shape, hidden);
  return masked.replace(longRun, hideUnlessWords);
}

/**
 * Text of an upstream as we dare to quote it: one line, secrets masked, at most 200 characters. Masks before it cuts,
 * because half a key no longer looks like one.
 */
export function quoteUpstream(text: string, secrets: readonly string[] = []): string {
  const masked = maskSecrets(text.slice(0, inspectedLength), secrets);
  const line = masked.replace(invisible, ' ').trim().toWellFormed();
  const { text: quoted, isCut } = cutGraphemes(line, quoteLength - 1);
  return isCut ? `${quoted}…` : quoted;
}
