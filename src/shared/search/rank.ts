import { matchingIds } from './match.ts';
import type { Query } from './parse-query.ts';
import type { TextIndex } from './text-index.ts';
import { compareWords } from './vocabulary.ts';

// PostgreSQL's ts_rank(vector, query, 1): src/backend/utils/adt/tsrank.c.

/** The weights of PostgreSQL's labels A and D. */
export const weights = { title: 1, message: Math.fround(0.1) } as const;

const farthest = 100;
/** By the distance of two words, up to `farthest`. */
const closeness = Float64Array.from({ length: farthest + 1 }, (_, distance) =>
  Math.fround(1 / (1.005 + 0.05 * Math.exp(distance / 1.5 - 2))),
);
/** Approximates the contribution of each pair of words that are farther apart: half a step of a double near 1. */
const tiny = 2 ** -53;
/** The rank if no pair of words was found, for example because one is excluded. */
const lowest = 1e-20;
/** The sum of 1/n² for all n. */
const limit = 1.64493406685;

type Places = readonly number[];

interface Item {
  /** The ids of the words that it matches, in order. */
  readonly ids: readonly number[];
  readonly order: ReadonlyMap<number, number>;
}

/** Returns how well a text matches. The query must match the text. */
export type Ranker = (text: number, weight: number) => number;

export function rankerOf(index: TextIndex, query: Query): Ranker {
  const items = itemsOf(index, query);
  const ids = new Set(items.flatMap(({ ids }) => ids));
  const [only] = query;
  const areTogether =
    query.length === 1 &&
    only !== undefined &&
    (only.length > 1 || (only[0]?.isExcluded === false && only[0].words.length > 1)) &&
    items.length > 1;
  return (text, weight) => {
    const places = index.placesOf(text, ids);
    const rank = areTogether ? rankTogether(items, places, weight) : rankSeparately(items, places, weight);
    // The service's vectors have one more word: their owner.
    return Math.fround(rank / Math.log2(index.placesIn(text) + 2));
  };
}

/** Returns the different words of the query in order, each with the words that it matches. */
function itemsOf(index: TextIndex, query: Query): Item[] {
  const items = new Map<string, readonly number[]>();
  // If a word occurs twice, the later occurrence counts.
  for (const term of query.flat())
    term.words.forEach((word, place) => items.set(word, matchingIds(index, term, place)));
  return [...items]
    .toSorted(([one], [other]) => compareWords(one, other))
    .map(([, ids]) => ({ ids, order: new Map(ids.map((id, place) => [id, place])) }));
}

/** Ranks by how often the words occur: PostgreSQL's calc_rank_or. */
function rankSeparately(items: readonly Item[], found: ReadonlyMap<number, Places>, weight: number): number {
  let rank = 0;
  for (const item of items)
    for (const places of foundOf(item, found)) {
      let sum = 0;
      for (let each = 1; each <= places.length; each += 1) sum = Math.fround(sum + weight / (each * each));
      rank = Math.fround(rank + sum / limit);
    }
  return Math.fround(rank / items.length);
}

/** Ranks by how close the words are to each other: PostgreSQL's calc_rank_and. */
function rankTogether(items: readonly Item[], found: ReadonlyMap<number, Places>, weight: number): number {
  /** For each item, the places of the last word that it matches, as in PostgreSQL. */
  const before: Places[] = [];
  let rank = -1;
  for (const item of items) {
    let last: Places | null = null;
    for (const places of foundOf(item, found)) {
      for (const others of before) rank = addPairs(rank, places, others, weight);
      last = places;
    }
    if (last) before.push(last);
  }
  return rank < 0 ? lowest : rank;
}

/** Adds the closeness of each pair of places to the rank, which is -1 before the first pair. */
function addPairs(rank: number, places: Places, others: Places, weight: number): number {
  let sum = rank;
  let far = 0;
  let first = 0;
  for (const place of places) {
    while (first < others.length && place - (others[first] ?? 0) > farthest) first += 1;
    far += first;
    let next = first;
    for (; next < others.length; next += 1) {
      const distance = Math.abs(place - (others[next] ?? 0));
      if (distance > farthest) break;
      if (distance === 0) continue;
      const value = Math.fround(Math.sqrt(Math.fround(weight * weight * (closeness[distance] ?? 0))));
      sum = Math.fround(sum < 0 ? value : 1 - (1 - sum) * (1 - value));
    }
    far += others.length - next;
  }
  return far > 0 && sum < tiny * 1e9 ? Math.max(sum, 0) + far * tiny : sum;
}

/** Returns the places of the item's words that the text contains, in the order of the words. */
function foundOf({ ids, order }: Item, found: ReadonlyMap<number, Places>): Places[] {
  // A prefix can match thousands of words, but a text contains few of them.
  if (ids.length <= found.size)
    return ids.flatMap((id) => [found.get(id) ?? []]).filter(({ length }) => length > 0);
  return [...found]
    .filter(([id]) => order.has(id))
    .toSorted(([one], [other]) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
    .map(([, places]) => places);
}
