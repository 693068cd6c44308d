import { grown } from './growing.ts';
import { Postings } from './postings.ts';
import { Vocabulary } from './vocabulary.ts';
import { readWords } from './words.ts';

// The limits of PostgreSQL's tsvector.
const mostPlaces = 255;
const lastPlace = 16_383;

/** All texts as numbers of words, and for each word the texts that contain it. A text never changes. */
export class TextIndex {
  readonly vocabulary = new Vocabulary();
  readonly #postings = new Postings();
  /** The words of all texts, one text after the other. */
  #words: Int32Array<ArrayBuffer> = new Int32Array(1 << 12);
  #used = 0;
  /** By text: where its words begin. Has one more entry, where the next text begins. */
  #starts: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** By text: how many places a tsvector of it has. */
  #places: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** By word: the last text that contains it, plus one, and how often it was counted there. */
  #lastText: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #counts: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #size = 0;

  /** How many texts were added. Their numbers are below this. */
  get size(): number {
    return this.#size;
  }

  add(content: string): number {
    const text = this.#size;
    const start = this.#used;
    let places = 0;
    readWords(content, (word) => {
      const id = this.vocabulary.add(word);
      this.#words = grown(this.#words, this.#used + 1);
      this.#words[this.#used] = id;
      this.#used += 1;
      places += this.#count(id, text, this.#used - start);
    });
    this.#size += 1;
    this.#starts = grown(this.#starts, this.#size + 1);
    this.#places = grown(this.#places, this.#size);
    this.#starts[this.#size] = this.#used;
    this.#places[text] = places;
    return text;
  }

  /** How many places a tsvector of this text has, without those over its limits. */
  placesIn(text: number): number {
    return this.#places[text] ?? 0;
  }

  forEachText(word: number, onText: (text: number) => void): void {
    this.#postings.forEach(word, onText);
  }

  /** Whether one of the words at each step follows the step before it. */
  hasSequence(text: number, steps: readonly ReadonlySet<number>[]): boolean {
    const end = (this.#starts[text + 1] ?? 0) - steps.length + 1;
    const words = this.#words;
    for (let at = this.#starts[text] ?? 0; at < end; at += 1) {
      let step = 0;
      while (step < steps.length && steps[step]?.has(words[at + step] ?? 0)) step += 1;
      if (step === steps.length) return true;
    }
    return false;
  }

  /** The places of these words in the text, ascending and counted from one, as a tsvector stores them. */
  placesOf(text: number, ids: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    const start = this.#starts[text] ?? 0;
    const end = this.#starts[text + 1] ?? 0;
    for (let at = start; at < end; at += 1) {
      const word = this.#words[at] ?? 0;
      if (!ids.has(word)) continue;
      const places = found.get(word) ?? [];
      found.set(word, places);
      const place = Math.min(at - start + 1, lastPlace);
      if (places.length < mostPlaces && places.at(-1) !== lastPlace) places.push(place);
    }
    return found;
  }

  /** Returns how many places this occurrence adds to a tsvector: one, or none. */
  #count(word: number, text: number, place: number): number {
    this.#lastText = grown(this.#lastText, word + 1);
    this.#counts = grown(this.#counts, word + 1);
    if (this.#lastText[word] !== text + 1) {
      this.#lastText[word] = text + 1;
      this.#counts[word] = 0;
      this.#postings.add(word, text);
    }
    const count = this.#counts[word] ?? 0;
    if (count >= mostPlaces) return 0;
    // The last place is shared by all words after it, so a word has it only once.
    this.#counts[word] = place >= lastPlace ? mostPlaces : count + 1;
    return 1;
  }
}
