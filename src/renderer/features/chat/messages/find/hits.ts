import { plainText } from '../../../../components/markdown/plain-text.ts';

export interface FindHit {
  readonly messageId: string;
  /** The number of earlier matches in the same message. */
  readonly place: number;
}

interface Source {
  readonly id: string;
  readonly content: string;
}

/** Matches the query, ignoring case and the kind of space between words. Null for a blank query. */
export function patternOf(query: string): RegExp | null {
  const words = query.split(/\s+/u).filter(Boolean);
  if (words.length === 0) return null;
  return new RegExp(words.map(escape).join(String.raw`\s+`), 'giu');
}

/** Matches each of the words, ignoring case. Null if there are none. */
export function patternOfAny(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  // The longest ones come first, because one word may begin with another.
  const sorted = words.toSorted((a, b) => b.length - a.length);
  return new RegExp(sorted.map(escape).join('|'), 'giu');
}

const escape = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

/** The text of each message. A stored message stays the same object, so it is only parsed once. */
const textCache = new WeakMap<Source, string>();

function plainTextOf(message: Source): string {
  const cached = textCache.get(message);
  if (cached !== undefined) return cached;
  const text = plainText(message.content);
  textCache.set(message, text);
  return text;
}

/** Returns all matches in the order of the conversation. */
export function findHits(messages: readonly Source[], pattern: RegExp | null): FindHit[] {
  if (!pattern) return [];
  return messages.flatMap((message) =>
    Array.from(plainTextOf(message).matchAll(pattern), (_match, place) => ({ messageId: message.id, place })),
  );
}

/** Returns the index of the first match at or after a message or, if there is none, of the last match. */
export function nearestHit(
  hits: readonly FindHit[],
  messages: readonly Source[],
  messageId: string | null,
): number {
  const order = new Map(messages.map(({ id }, index) => [id, index]));
  const from = (messageId !== null && order.get(messageId)) || 0;
  const next = hits.findIndex((hit) => (order.get(hit.messageId) ?? 0) >= from);
  return next >= 0 ? next : hits.length - 1;
}
