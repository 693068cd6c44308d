import type { ShownMessage } from '../turn/shown-messages.ts';

/** The end of a conversation: always drawn, in the flow of the page, so that a growing reply moves nothing. */
export const tailLength = 20;
/** The end may grow to this length before its beginning is handed over: a short chat is drawn as a whole. */
export const tailLengthMax = 40;

/** A conversation in two parts: of the head only what is in view is drawn. */
export interface Split {
  readonly head: readonly ShownMessage[];
  readonly tail: readonly ShownMessage[];
}

/** What a message's row is known by: versions of one message take its place, with the focus in it. */
export const rowKey = ({ versions, id }: ShownMessage): string => versions?.[0] ?? id;

interface SplitOptions {
  /** Where more may come above, what is above is the virtual part's business. */
  readonly hasOlder: boolean;
  /** Rows are handed over where nobody sees it: while the end is in view. */
  readonly mayMove: boolean;
}

/** Splits a conversation, in the place where it was split before unless its end has become too long. */
export function splitMessages(
  messages: readonly ShownMessage[],
  before: Split,
  { hasOlder, mayMove }: SplitOptions,
): Split {
  const start = startOfTail(messages, before, hasOlder, mayMove);
  const head = messages.slice(0, start);
  // The same head is the same object, so that nothing of it is reckoned again while a reply grows.
  return { head: isEqual(head, before.head) ? before.head : head, tail: messages.slice(start) };
}

function startOfTail(
  messages: readonly ShownMessage[],
  { tail }: Split,
  hasOlder: boolean,
  mayMove: boolean,
): number {
  const fresh = Math.max(hasOlder ? 1 : 0, messages.length - tailLength);
  const [first] = tail;
  const kept = first ? messages.findLastIndex((message) => rowKey(message) === rowKey(first)) : -1;
  if (kept < 0) return !hasOlder && messages.length <= tailLengthMax ? 0 : fresh;
  if (kept === 0 && hasOlder) return fresh;
  return mayMove && messages.length - kept > tailLengthMax ? fresh : kept;
}

function isEqual(a: readonly ShownMessage[], b: readonly ShownMessage[]): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}
