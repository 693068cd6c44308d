export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | null }
  /** A byte in the encoding of the document or the font. */
  | { readonly kind: 'byte'; readonly byte: number }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Matches a control word with its number, a hexadecimal byte, a control symbol, a brace, or the text up to
 * the next of these.
 */
const pattern = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;

const symbols: Readonly<Record<string, string>> = {
  '\\': '\\',
  '{': '{',
  '}': '}',
  '~': '\u00a0',
  _: '\u2011',
  '\n': '\n',
  '\r': '\n',
};

/** Splits an RTF document with one character per byte into tokens. Skips binary data (`\binN`). */
export function* readRtfTokens(source: string): Generator<RtfToken> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const [, word, value, hex, symbol, brace, text] = match;
    if (word === 'bin') pattern.lastIndex += Math.max(0, Number(value ?? 0));
    else if (word !== undefined)
      yield { kind: 'word', word, value: value === undefined ? null : Number(value) };
    else if (hex !== undefined) yield { kind: 'byte', byte: Number.parseInt(hex, 16) };
    else if (symbol === '*') yield { kind: 'word', word: '*', value: null };
    else if (symbol !== undefined && symbols[symbol]) yield { kind: 'text', text: symbols[symbol] };
    else if (brace !== undefined) yield { kind: brace === '{' ? 'open' : 'close' };
    else if (text !== undefined) yield { kind: 'text', text };
  }
}
