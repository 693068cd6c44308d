import { ensureLength } from './ensure-length.ts';
import { Postings } from './postings.ts';
import { Vocabulary } from './vocabulary.ts';
import { readWords } from './words.ts';

// The limits of PostgreSQL's tsvector.
const maxPlaces = 255;
const lastPlace = 16_383;

/** All texts as word ids, and for each word the texts that contain it. Texts are only added, never changed. */
export class TextIndex {
  readonly vocabulary = new Vocabulary();
  readonly #postings = new Postings();
  /** The word ids of all texts, in order. */
  #words: Int32Array<ArrayBuffer> = new Int32Array(1 << 12);
  #used = 0;
  /** By text: the start of its words. The last entry is the start of the next text. */
  #starts: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** By text: the number of places in its tsvector. */
  #places: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** By word id: the last text that contains the word, plus one, and how often the word was counted in it. */
  #lastText: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #counts: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #size = 0;

  /** The number of texts. Texts are numbered from 0. */
  get size(): number {
    return this.#size;
  }

  add(content: string): number {
    const text = this.#size;
    const start = this.#used;
    let places = 0;
    readWords(content, (word) => {
      const id = this.vocabulary.add(word);
      this.#words = ensureLength(this.#words, this.#used + 1);
      this.#words[this.#used] = id;
      this.#used += 1;
      places += this.#count(id, text, this.#used - start);
    });
    this.#size += 1;
    this.#starts = ensureLength(this.#starts, this.#size + 1);
    this.#places = ensureLength(this.#places, this.#size);
    this.#starts[this.#size] = this.#used;
    this.#places[text] = places;
    return text;
  }

  /** Returns the number of places in the text's tsvector, within PostgreSQL's limits. */
  placesIn(text: number): number {
    return this.#places[text] ?? 0;
  }

  forEachText(word: number, onText: (text: number) => void): void {
    this.#postings.forEach(word, onText);
  }

  /** Returns whether the text contains consecutive words, each from the set of its step. */
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

  /** Returns the places of these words in the text, ascending and counted from one, as a tsvector stores them. */
  placesOf(text: number, ids: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> {
    const placesById = new Map<number, number[]>();
    const start = this.#starts[text] ?? 0;
    const end = this.#starts[text + 1] ?? 0;
    for (let at = start; at < end; at += 1) {
      const word = this.#words[at] ?? 0;
      if (!ids.has(word)) continue;
      const places = placesById.get(word) ?? [];
      placesById.set(word, places);
      const place = Math.min(at - start + 1, lastPlace);
      if (places.length < maxPlaces && places.at(-1) !== lastPlace) places.push(place);
    }
    return placesById;
  }

  /** Returns the number of places that this occurrence adds to the text's tsvector: 1 or 0. */
  #count(word: number, text: number, place: number): number {
    this.#lastText = ensureLength(this.#lastText, word + 1);
    this.#counts = ensureLength(this.#counts, word + 1);
    if (this.#lastText[word] !== text + 1) {
      this.#lastText[word] = text + 1;
      this.#counts[word] = 0;
      this.#postings.add(word, text);
    }
    const count = this.#counts[word] ?? 0;
    if (count >= maxPlaces) return 0;
    // All words after the last place share it, so each word has it only once.
    this.#counts[word] = place >= lastPlace ? maxPlaces : count + 1;
    return 1;
  }
}
