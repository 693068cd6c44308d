import { loadModule } from '../../../../../lib/load-module.ts';
import { toBinaryString } from './binary-string.ts';

export interface DecodedText {
  readonly text: string;
  /** Set if the encoding is only a guess. */
  readonly guess: string | null;
}

/** How many bytes are examined to detect the encoding. */
const sampleBytes = 65_536;

/**
 * Decodes text in common encodings. Returns null if the bytes are not text.
 *
 * Tries these in order: the byte order mark, UTF-16 by its zero bytes, the declared encoding, ISO-2022-JP by
 * its escape sequences, UTF-8 (other encodings are practically never valid multi-byte UTF-8), and a guess by
 * letter frequencies.
 */
export async function decodeText(bytes: Uint8Array, stated?: string): Promise<DecodedText | null> {
  const certain = (label: string) => ({ text: new TextDecoder(label).decode(bytes), guess: null });
  const mark = markOf(bytes);
  if (mark) return certain(mark);
  const sample = bytes.subarray(0, sampleBytes);
  const wide = wideEncodingOf(sample);
  if (wide) return certain(wide);
  if (isBinary(sample) || bytes.includes(0)) return null;
  if (stated !== undefined && isKnown(stated)) return certain(stated);
  // In ISO-2022-JP, these escape sequences select a Japanese character set. All bytes are ASCII.
  // oxlint-disable-next-line no-control-regex
  if (/\x1b\$[@B]/.test(toBinaryString(sample))) return certain('iso-2022-jp');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guess: null };
  } catch {
    const guess = await guessEncoding(bytes);
    return { text: new TextDecoder(guess).decode(bytes), guess };
  }
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== 'replacement';
  } catch {
    return false;
  }
}

function markOf([one, two, three]: Uint8Array): string | null {
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  return null;
}

/** Detects UTF-16 without a byte order mark: every second byte of spaces, digits and Latin letters is zero. */
function wideEncodingOf(sample: Uint8Array): string | null {
  if (sample.length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  const few = sample.length / 2 / 20;
  const label = odd > few && even === 0 ? 'utf-16le' : even > few && odd === 0 ? 'utf-16be' : null;
  return label && !isBinaryText(new TextDecoder(label).decode(sample)) ? label : null;
}

// oxlint-disable-next-line no-control-regex
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/g;
const isBinaryText = (text: string) => (text.match(controls)?.length ?? 0) > 2 + text.length / 100;
const isBinary = (sample: Uint8Array) => isBinaryText(toBinaryString(sample));

const decodeValid = (bytes: Uint8Array, label: string): string | null => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Detection needs several non-ASCII bytes. Texts with fewer are most likely windows-1252, except for kana: their first
 * byte in Shift-JIS is rare in Western texts.
 */
async function guessEncoding(bytes: Uint8Array): Promise<string> {
  const japanese = decodeValid(bytes, 'shift_jis');
  if (japanese !== null && isMostlyKana(japanese)) return 'shift_jis';
  const sample = bytes.subarray(0, sampleBytes);
  if (sample.filter((byte) => byte >= 0x80).length < minNonAsciiBytes) return 'windows-1252';
  const { detect } = await loadModule(() => import('chardet'));
  const name = detect(sample);
  if (name === null || !isKnown(name)) return 'windows-1252';
  const { encoding } = new TextDecoder(name);
  return decodeValid(bytes, encoding) === null ? 'windows-1252' : encoding;
}

const minNonAsciiBytes = 6;

function isMostlyKana(text: string): boolean {
  const foreign = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const kana = text.match(/[\u3001\u3002\u3040-\u30ff]/gu)?.length ?? 0;
  return kana * 3 > foreign;
}
