import { toBinaryString } from '../parts/binary-string.ts';
import { readRtfTokens } from '../parts/rtf-tokens.ts';
import { TextOutput } from '../parts/text-output.ts';
import { Refusal } from '../refusal.ts';
import type { FormatReader } from '../reading.ts';

/**
 * Reads the text of an RTF document, with tabs between table cells. Images and embedded objects are skipped.
 */
export const readRtf: FormatReader = async (file) => {
  const source = toBinaryString(new Uint8Array(await file.arrayBuffer()));
  const output = new TextOutput();
  const text = new RtfText(output);
  for (const token of readRtfTokens(source)) {
    if (token.kind === 'open') text.open();
    else if (token.kind === 'close') text.close();
    else if (token.kind === 'byte') text.byte(token.byte);
    else if (token.kind === 'text') text.write(token.text);
    else text.word(token.word, token.value);
  }
  text.end();
  return output.toReading();
};

/** Groups that contain no document text. Other such groups start with `\*`. */
const destinations = new Set(
  'fonttbl colortbl stylesheet info pict object objdata themedata datastore filetbl revtbl listtable listoverridetable xmlnstbl generator fldinst'.split(
    ' ',
  ),
);
/** Groups that contain document text, although they start with `\*`. */
const textDestinations = new Set(['shptxt', 'shpinst']);
const controlTexts: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n\n',
  page: '\n\n',
  row: '\n',
  cell: '\t',
  nestcell: '\t',
  nestrow: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};
const charsets: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const codepages: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65_001: 'utf-8',
  10_000: 'macintosh',
};

interface Group {
  isSkipped: boolean;
  /** The number of characters after `\u` for readers without Unicode support. */
  fallbackLength: number;
  encoding: string | null;
}

/** No real document nests groups more deeply. */
const maxGroupDepth = 10_000;

class RtfText {
  readonly #output: TextOutput;
  #groups: Group[] = [];
  #group: Group = { isSkipped: false, fallbackLength: 1, encoding: null };
  #encoding = 'windows-1252';
  #fonts = new Map<number, string>();
  /** In the font table, the font that the current entry describes. */
  #font: number | null = null;
  #isFontTable = false;
  #isMarked = false;
  #bytes: number[] = [];
  #unicode = '';
  #toSkip = 0;

  constructor(output: TextOutput) {
    this.#output = output;
  }

  open(): void {
    this.#flush();
    this.#toSkip = 0;
    if (this.#groups.length > maxGroupDepth) throw new Refusal('damaged');
    this.#groups.push({ ...this.#group });
  }

  close(): void {
    this.#flush();
    this.#toSkip = 0;
    const outer = this.#groups.pop();
    if (!outer) return;
    if (this.#isFontTable && !outer.isSkipped) this.#isFontTable = false;
    this.#group = outer;
  }

  word(word: string, value: number | null): void {
    if (word === '*') {
      this.#isMarked = true;
      return;
    }
    const isUnknown = this.#isMarked && !textDestinations.has(word);
    this.#isMarked = false;
    if (word === 'fonttbl') this.#isFontTable = true;
    if (isUnknown || destinations.has(word)) this.#group.isSkipped = true;
    else if (word === 'u' && value !== null) this.#addUnicode(value);
    else if (word === 'uc') this.#group.fallbackLength = Math.min(8, Math.max(0, value ?? 1));
    else if (word === 'ansicpg' && value !== null) this.#encoding = codepages[value] ?? `windows-${value}`;
    else if (word === 'mac') this.#encoding = 'macintosh';
    else if (word === 'f' && value !== null) this.#selectFont(value);
    else if (word === 'fcharset' && this.#font !== null && charsets[value ?? 0])
      this.#fonts.set(this.#font, charsets[value ?? 0] ?? '');
    else if (word === 'plain') this.#group.encoding = null;
    else if (controlTexts[word]) this.write(controlTexts[word]);
  }

  byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (!this.#group.isSkipped) this.#bytes.push(byte);
  }

  write(text: string): void {
    const rest = text.slice(this.#toSkip);
    this.#toSkip -= text.length - rest.length;
    if (this.#group.isSkipped || rest === '') return;
    // The second byte of a character may be written as an ASCII letter.
    if (this.#bytes.length > 0 || /[\x80-\xff]/.test(rest)) {
      for (const sign of rest) this.#addSign(sign);
      return;
    }
    this.#output.add(rest);
  }

  end(): void {
    this.#flush();
  }

  #addSign(sign: string): void {
    const code = sign.charCodeAt(0);
    if (code <= 0xff) this.#bytes.push(code);
    else {
      this.#flush();
      this.#output.add(sign);
    }
  }

  #addUnicode(value: number): void {
    this.#toSkip = this.#group.fallbackLength;
    this.#flush();
    if (!this.#group.isSkipped) this.#unicode += String.fromCharCode(value & 0xffff);
    // A character outside the basic plane, such as an emoji, arrives as two halves.
    if (!/[\ud800-\udbff]$/.test(this.#unicode)) {
      this.#output.add(this.#unicode);
      this.#unicode = '';
    }
  }

  #selectFont(number: number): void {
    if (this.#isFontTable) this.#font = number;
    else {
      this.#flush();
      this.#group.encoding = this.#fonts.get(number) ?? null;
    }
  }

  /** Decodes the collected bytes together, because a character may consist of several. */
  #flush(): void {
    if (this.#bytes.length === 0) return;
    this.#output.add(decode(Uint8Array.from(this.#bytes), this.#group.encoding ?? this.#encoding));
    this.#bytes = [];
  }
}

function decode(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
