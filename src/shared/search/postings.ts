import { ensureLength } from './ensure-length.ts';

const largestBlock = 128;

/**
 * The texts that contain each word. All lists are in one array, in blocks that double in size, because most words occur
 * in one text and some in nearly all. A block consists of its size, its text numbers, and the start of the next block
 * plus one.
 */
export class Postings {
  #blocks: Int32Array<ArrayBuffer> = new Int32Array(1 << 12);
  #used = 0;
  /** By word id: the starts of the word's first and last block, plus one. 0 if there is none. */
  #first: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #last: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** By word id: how many text numbers the last block contains. */
  #filled: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);

  add(word: number, text: number): void {
    this.#first = ensureLength(this.#first, word + 1);
    this.#last = ensureLength(this.#last, word + 1);
    this.#filled = ensureLength(this.#filled, word + 1);
    const last = (this.#last[word] ?? 0) - 1;
    const filled = this.#filled[word] ?? 0;
    const size = last === -1 ? 0 : (this.#blocks[last] ?? 0);
    if (filled < size) {
      this.#blocks[last + 1 + filled] = text;
      this.#filled[word] = filled + 1;
      return;
    }
    const block = this.#makeBlock(size === 0 ? 1 : Math.min(size * 2, largestBlock));
    if (last === -1) this.#first[word] = block + 1;
    else this.#blocks[last + 1 + size] = block + 1;
    this.#last[word] = block + 1;
    this.#blocks[block + 1] = text;
    this.#filled[word] = 1;
  }

  /** Calls `onText` with each text that contains the word, oldest first. */
  forEach(word: number, onText: (text: number) => void): void {
    const last = (this.#last[word] ?? 0) - 1;
    let block = (this.#first[word] ?? 0) - 1;
    while (block >= 0) {
      const size = this.#blocks[block] ?? 0;
      const filled = block === last ? (this.#filled[word] ?? 0) : size;
      for (let place = 1; place <= filled; place += 1) onText(this.#blocks[block + place] ?? 0);
      block = block === last ? -1 : (this.#blocks[block + 1 + size] ?? 0) - 1;
    }
  }

  #makeBlock(size: number): number {
    const block = this.#used;
    this.#used += size + 2;
    this.#blocks = ensureLength(this.#blocks, this.#used);
    this.#blocks[block] = size;
    return block;
  }
}
