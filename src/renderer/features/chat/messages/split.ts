import type { ShownMessage } from '../turn/shown-messages.ts';
import { useState } from 'react';

/**
 * The length of a new tail. The tail is always rendered in normal flow, so that nothing moves when a reply
 * grows.
 */
export const tailLength = 8;
/** If the tail gets longer than this, its start moves to the head. */
export const tailLengthMax = 20;

/** The head is virtualized, so only its visible messages are rendered. */
export interface MessageSplit {
  readonly head: readonly ShownMessage[];
  readonly tail: readonly ShownMessage[];
}

/**
 * All versions of a message have the same key, so that the focus stays when the user switches between them.
 */
export const rowKey = ({ versions, id }: ShownMessage): string => versions?.[0] ?? id;

interface SplitOptions {
  /** True if older messages may be added to the head. */
  readonly hasOlder: boolean;
  /** True while the end is visible. Rows may then move to the head, because users don't notice it. */
  readonly mayMove: boolean;
}

/** Splits the messages at the same place as before, unless the tail has become too long. */
export function splitMessages(
  messages: readonly ShownMessage[],
  before: MessageSplit,
  { hasOlder, mayMove }: SplitOptions,
): MessageSplit {
  const start = startOfTail(messages, before, hasOlder, mayMove);
  const head = messages.slice(0, start);
  // Returns the same head if nothing in it changed, so that values derived from it are not computed again while a reply
  // grows.
  return { head: isEqual(head, before.head) ? before.head : head, tail: messages.slice(start) };
}

function startOfTail(
  messages: readonly ShownMessage[],
  { tail }: MessageSplit,
  hasOlder: boolean,
  mayMove: boolean,
): number {
  const fresh = Math.max(hasOlder ? 1 : 0, messages.length - tailLength);
  const [first] = tail;
  const index = first ? messages.findLastIndex((message) => rowKey(message) === rowKey(first)) : -1;
  if (index < 0) return !hasOlder && messages.length <= tailLengthMax ? 0 : fresh;
  if (index === 0 && hasOlder) return fresh;
  return mayMove && messages.length - index > tailLengthMax ? fresh : index;
}

function isEqual(a: readonly ShownMessage[], b: readonly ShownMessage[]): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}

const emptySplit: MessageSplit = { head: [], tail: [] };

export function useMessageSplit(
  messages: readonly ShownMessage[],
  options: { readonly hasOlder: boolean; readonly mayMove: boolean },
): MessageSplit {
  const [previous, setPrevious] = useState({ messages, split: splitMessages(messages, emptySplit, options) });
  if (previous.messages === messages) return previous.split;
  const split = splitMessages(messages, previous.split, options);
  setPrevious({ messages, split });
  return split;
}
