import { readingLimits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { type DocumentPart, type DocumentReading, joinParts, type Note } from '../reading.ts';

// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\0-\x08\x0b\x0e-\x1f\x7f]/g;
const clean = (text: string) =>
  text
    .replace(/\r\n?|\f/g, '\n')
    .replace(controlCharacters, '')
    .toWellFormed();

/** Trims the ends of lines, and collapses several blank lines into one. */
const tidy = (pieces: readonly string[]) =>
  pieces
    .join('')
    .split('\n')
    // A regular expression would take quadratic time for a million spaces.
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();

/** Collects extracted text up to the limit. Text beyond the limit is only counted. */
export class TextOutput {
  readonly notes: Note[] = [];
  #pieces: string[] = [];
  /** The index in `#pieces` where each part begins. */
  readonly #begins: (Omit<DocumentPart, 'text'> & { readonly at: number })[] = [];
  #free: number = readingLimits.textBytes;
  #missing = 0;
  #encoder = new TextEncoder();

  /** True once the limit is reached. */
  get isFull(): boolean {
    return this.#missing > 0;
  }

  add(text: string): void {
    if (this.isFull) {
      this.#missing += text.length;
      return;
    }
    const piece = clean(text);
    // A UTF-16 unit takes at most three bytes in UTF-8.
    const space = new Uint8Array(Math.min(this.#free, piece.length * 3));
    const { read, written } = this.#encoder.encodeInto(piece, space);
    this.#pieces.push(piece.slice(0, read));
    this.#free -= written;
    this.#missing = piece.length - read;
  }

  /** Starts a page, slide or sheet. */
  begin(number: number, name: string | null = null): void {
    this.#begins.push({ number, name, at: this.#pieces.length });
  }

  /** Adds to the length of missing text. */
  skip(length: number): void {
    this.#missing += length;
  }

  get text(): string {
    return tidy(this.#pieces);
  }

  /** @throws Refusal if there is no text */
  toReading(pages: number | null = null): DocumentReading {
    const parts = this.#parts();
    const text = parts.length > 0 ? joinParts(parts) : this.text;
    if (text === '') throw new Refusal('noText');
    const notes: Note[] = this.isFull ? [{ code: 'cut', missing: this.#missing }] : [];
    return { kind: 'document', text, pages, parts, notes: [...notes, ...this.notes] };
  }

  #parts(): DocumentPart[] {
    return this.#begins.flatMap(({ number, name, at }, index) => {
      const text = tidy(this.#pieces.slice(at, this.#begins[index + 1]?.at));
      return text === '' ? [] : [{ number, name, text }];
    });
  }
}
