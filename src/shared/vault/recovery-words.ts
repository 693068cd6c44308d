import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

type Bytes = Uint8Array<ArrayBuffer>;

export const wordCount = 24;

/** `count`: not 24 words. `word`: a word is not in the list. `checksum`: a word or the order is wrong. */
export type WordsProblem =
  | { readonly problem: 'count'; readonly count: number }
  | { readonly problem: 'word'; readonly word: string; readonly position: number }
  | { readonly problem: 'checksum' };

/** Creates 256 random bits as BIP-39 words. Always in English, because most tools support only that list. */
export function createWords(): readonly string[] {
  return entropyToMnemonic(crypto.getRandomValues(new Uint8Array(32)), wordlist).split(' ');
}

/** Splits a typed or pasted text into words. Ignores numbers, commas and line breaks. */
export const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

/** Returns the secret that the words encode, or the problem with them. */
export function readWords(words: readonly string[]): Bytes | WordsProblem {
  const wrong = words.findIndex((word) => !wordlist.includes(word));
  if (wrong !== -1) return { problem: 'word', word: words[wrong] ?? '', position: wrong + 1 };
  if (words.length !== wordCount) return { problem: 'count', count: words.length };
  try {
    return new Uint8Array(mnemonicToEntropy(words.join(' '), wordlist));
  } catch {
    return { problem: 'checksum' };
  }
}
