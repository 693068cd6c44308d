/** If more words are unsorted, they are sorted before the next search. */
const maxUnsorted = 2_000;

/** Compares words like PostgreSQL: by code point. */
export const compareWords = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Gives each word a number, its id, and finds the words with a prefix. */
export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];
  /** The ids of the sorted words, in order. Words that were added later are missing. */
  #sorted: number[] = [];

  get size(): number {
    return this.#words.length;
  }

  find(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** Returns the word's id. A new word gets the next number. */
  add(word: string): number {
    const knownId = this.#ids.get(word);
    if (knownId !== undefined) return knownId;
    const id = this.#words.length;
    this.#ids.set(word, id);
    this.#words.push(word);
    return id;
  }

  /** Returns the ids of all words that begin with `prefix`, ordered by word. */
  startingWith(prefix: string): number[] {
    if (this.#words.length - this.#sorted.length > maxUnsorted) this.#sort();
    const ids: number[] = [];
    for (let place = this.#firstAt(prefix); place < this.#sorted.length; place += 1) {
      const id = this.#sorted[place] ?? 0;
      if (!this.#words[id]?.startsWith(prefix)) break;
      ids.push(id);
    }
    const sorted = ids.length;
    for (let id = this.#sorted.length; id < this.#words.length; id += 1)
      if (this.#words[id]?.startsWith(prefix)) ids.push(id);
    return ids.length === sorted ? ids : this.#ordered(ids);
  }

  #sort(): void {
    const fresh: number[] = [];
    for (let id = this.#sorted.length; id < this.#words.length; id += 1) fresh.push(id);
    // Sorting is fast for a list of two sorted parts.
    this.#sorted = this.#ordered([...this.#sorted, ...this.#ordered(fresh)]);
  }

  #ordered = (ids: readonly number[]): number[] =>
    ids.toSorted((one, other) => compareWords(this.#words[one] ?? '', this.#words[other] ?? ''));

  /** Returns the index in `#sorted` of the first word that is not less than `word`. */
  #firstAt(word: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[this.#sorted[middle] ?? 0] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
