import { plainText } from '../../../../components/markdown/plain-text.ts';

export interface FindHit {
  readonly messageId: string;
  /** The hit's number within the message, from 0. */
  readonly place: number;
}

interface Source {
  readonly id: string;
  readonly content: string;
}

/** Ignores case and the spaces between words. Null for an empty query. */
export function patternOf(query: string): RegExp | null {
  const words = query.split(/\s+/u).filter(Boolean);
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`));
  return new RegExp(escaped.join(String.raw`\s+`), 'giu');
}

/** Stored messages keep their object, so each is parsed only once. */
const texts = new WeakMap<Source, string>();

function shownText(message: Source): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = plainText(message.content);
  texts.set(message, text);
  return text;
}

/** Hits are in conversation order. */
export function findHits(messages: readonly Source[], pattern: RegExp | null): FindHit[] {
  if (!pattern) return [];
  return messages.flatMap((message) =>
    Array.from(shownText(message).matchAll(pattern), (_match, place) => ({ messageId: message.id, place })),
  );
}

/** The index of the first hit at or after a message, or else of the last hit before it. */
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
