import { imagePattern } from '../read-time.ts';
import { aloudTexts as texts } from './texts.ts';

/** Longer sentences are split, because voices may stop in the middle. */
const MAX_LENGTH = 200;

/** Repetitions are limited, because a long line of fence marks would otherwise take quadratic time. */
const fence = /^ {0,3}(`{3,99}(?!`)|~{3,99}(?!~))[^\n]*\n[\s\S]*?(?:\n {0,3}\1[^\n]*(?=\n|$)|(?![\s\S]))/gm;

/** Matches the dashes below a table's header. */
const isRuler = (line: string): boolean =>
  /^[\s|:-]+$/.test(line) && line.includes('|') && line.includes('-');

function withoutTables(text: string): string {
  const lines: string[] = [];
  let isInTable = false;
  for (const line of text.split('\n')) {
    if (isRuler(line) && lines.at(-1)?.includes('|')) {
      isInTable = true;
      lines[lines.length - 1] = texts.tableOmitted;
    } else {
      isInTable &&= line.includes('|');
      if (!isInTable) lines.push(line);
    }
  }
  return lines.join('\n');
}

/** Returns the words of a reply without formatting, URLs and images. Mentions omitted code blocks and tables. */
export function toSpeechText(markdown: string): string {
  return withoutTables(markdown.replace(fence, `${texts.codeOmitted}\n`))
    .replace(imagePattern, '')
    .replace(/\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\|)\s+/gm, '')
    .replace(/[*_~`|]+/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** Repetitions are limited, because a long line of dots would otherwise take quadratic time. */
const sentencePattern = /[^\n]+?(?:[.!?…]{1,9}["'”’)\]]{0,3}(?=\s)|[。！？]|(?=\n)|$)/g;

function split(sentence: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (sentence.length - start > MAX_LENGTH) {
    const space = sentence.lastIndexOf(' ', start + MAX_LENGTH);
    const end = space > start ? space : start + MAX_LENGTH;
    pieces.push(sentence.slice(start, end).trim());
    start = end;
  }
  return [...pieces, sentence.slice(start).trim()];
}

/** Splits a text into sentences, each short enough for a voice. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const match of text.match(sentencePattern) ?? []) {
    const sentence = match.trim();
    if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
    if (sentence.length <= MAX_LENGTH) sentences.push(sentence);
    else sentences.push(...split(sentence));
  }
  return sentences;
}

/** Returns the position of the sentence in which a selected text begins. 0 if it is not found. */
export function placeOf(selected: string, sentences: readonly string[]): number {
  // Compares only the beginning, because the formatting of the rest may differ.
  const beginning = selected.replace(/\s+/g, ' ').trim().slice(0, 40).trim();
  const start = beginning === '' ? -1 : sentences.join(' ').indexOf(beginning);
  if (start < 0) return 0;
  let end = 0;
  return sentences.findIndex((sentence) => {
    end += sentence.length + 1;
    return start < end;
  });
}
