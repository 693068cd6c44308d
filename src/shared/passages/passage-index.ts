import { type Chunk, chunksOf } from './chunks.ts';
import { type Term, termsOf } from './words.ts';

/** BM25's parameters k1 (limits the effect of repeated words) and b (reduces the score of long chunks). */
const saturation = 1.2;
const lengthShare = 0.75;

/** The weight of the best sentence, relative to the whole chunk. The words of an answer are usually close together. */
const sentenceShare = 1;
/** The number of best chunks whose sentences are also compared. */
const maxCompared = 200;
/** Per chunk. All later sentences count as part of the last one. */
const maxSentences = 31;
const sentenceEnd = /(?<=[.!?…]\s|[。！？]|\n\s*\n)/u;

const fewChunks = 20;
const commonShare = 0.5;

interface IndexedChunk extends Chunk {
  readonly file: string;
  /** The number of terms. */
  readonly length: number;
}

/** A chunk of a file that matches the question. */
export interface FoundPassage extends Chunk {
  readonly file: string;
  readonly score: number;
}

/** The places of a term, as three numbers per chunk: the chunk's number, the count, and a bit for each sentence. */
type Postings = number[];
const fields = 3;

const chunksIn = (postings: Postings): number[] => postings.filter((_, at) => at % fields === 0);

/** An index in memory that finds passages of files by BM25 and by their best sentence. */
export class PassageIndex {
  readonly #chunks: IndexedChunk[] = [];
  readonly #postings = new Map<string, Postings>();
  readonly #files = new Set<string>();
  #length = 0;

  add(file: string, text: string): void {
    if (this.#files.has(file)) return;
    this.#files.add(file);
    for (const chunk of chunksOf(text)) {
      const counts = new Map<string, { count: number; sentences: number }>();
      let length = 0;
      for (const [index, sentence] of text.slice(chunk.from, chunk.to).split(sentenceEnd).entries())
        for (const { text: term } of termsOf(sentence)) {
          const known = counts.get(term) ?? { count: 0, sentences: 0 };
          known.count += 1;
          known.sentences |= 1 << Math.min(index, maxSentences - 1);
          counts.set(term, known);
          length += 1;
        }
      const number = this.#chunks.length;
      for (const [term, { count, sentences }] of counts) {
        const postings = this.#postings.get(term);
        if (postings) postings.push(number, count, sentences);
        else this.#postings.set(term, [number, count, sentences]);
      }
      this.#chunks.push({ ...chunk, file, length });
      this.#length += length;
    }
  }

  /** Returns the passages of these files that match a question, best first. */
  find(question: string, files: readonly string[], most: number): FoundPassage[] {
    const included = new Set(files);
    const byText = new Map<string, Term>();
    for (const term of termsOf(question, true))
      if (byText.get(term.text)?.isCommon !== false) byText.set(term.text, term);
    const terms = [...byText.values()].flatMap(({ text, weight, isCommon }) => {
      const postings = this.#postings.get(text);
      if (!postings) return [];
      return [
        { postings, worth: weight * this.#rarity(postings), isCommon: isCommon || this.#isCommon(postings) },
      ];
    });
    // Common words affect the rank, but are not enough for a match.
    const chunksWithRareWords = new Set(
      terms.flatMap(({ postings, isCommon }) => (isCommon ? [] : chunksIn(postings))),
    );
    const best = [...this.#scoreChunks(terms)]
      .filter(([number]) => chunksWithRareWords.has(number) && included.has(this.#chunks[number]?.file ?? ''))
      .toSorted(([one, oneScore], [other, otherScore]) => otherScore - oneScore || one - other)
      .slice(0, Math.max(maxCompared, most));
    const sentences = this.#scoreSentences(terms, new Set(best.map(([number]) => number)));
    return best
      .map(([number, score]) => ({ number, score: score + sentenceShare * (sentences.get(number) ?? 0) }))
      .toSorted((one, other) => other.score - one.score || one.number - other.number)
      .slice(0, most)
      .flatMap(({ number, score }) => {
        const chunk = this.#chunks[number];
        if (!chunk) return [];
        const { length: _, ...found } = chunk;
        return [{ ...found, score }];
      });
  }

  /**
   * Returns whether most chunks contain the term. False for few chunks, because these may all have the same subject.
   */
  #isCommon(postings: Postings): boolean {
    const chunks = this.#chunks.length;
    return chunks >= fewChunks && postings.length / fields > chunks * commonShare;
  }

  #rarity(postings: Postings): number {
    const containing = postings.length / fields;
    return Math.log(1 + (this.#chunks.length - containing + 0.5) / (containing + 0.5));
  }

  #scoreChunks(terms: readonly Weighted[]): Map<number, number> {
    const average = this.#length / Math.max(1, this.#chunks.length);
    const scores = new Map<number, number>();
    for (const { postings, worth } of terms)
      for (let at = 0; at < postings.length; at += fields) {
        const [number = 0, count = 0] = [postings[at], postings[at + 1]];
        const length = this.#chunks[number]?.length ?? 0;
        const divisor = count + saturation * (1 - lengthShare + (lengthShare * length) / average);
        scores.set(number, (scores.get(number) ?? 0) + (worth * count * (saturation + 1)) / divisor);
      }
    return scores;
  }

  #scoreSentences(terms: readonly Weighted[], chunks: ReadonlySet<number>): Map<number, number> {
    const sums = new Map<number, number[]>();
    for (const { postings, worth } of terms)
      for (let at = 0; at < postings.length; at += fields) {
        const [number = 0, , bits = 0] = [postings[at], postings[at + 1], postings[at + 2]];
        if (!chunks.has(number)) continue;
        const sum = sums.get(number) ?? Array.from<number>({ length: maxSentences }).fill(0);
        for (let sentence = 0; sentence < maxSentences; sentence += 1)
          if (bits & (1 << sentence)) sum[sentence] = (sum[sentence] ?? 0) + worth;
        sums.set(number, sum);
      }
    return new Map([...sums].map(([number, sum]) => [number, Math.max(...sum)]));
  }
}

interface Weighted {
  readonly postings: Postings;
  /** The score of a match: the term's weight times its rarity. */
  readonly worth: number;
}
