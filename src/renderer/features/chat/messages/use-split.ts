import { useState } from 'react';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { type Split, splitMessages } from './split.ts';

const nothing: Split = { head: [], tail: [] };

/** Splits the conversation where it was split in the previous render. */
export function useSplit(
  messages: readonly ShownMessage[],
  options: { readonly hasOlder: boolean; readonly mayMove: boolean },
): Split {
  const [previous, setPrevious] = useState({ messages, split: splitMessages(messages, nothing, options) });
  if (previous.messages === messages) return previous.split;
  const split = splitMessages(messages, previous.split, options);
  setPrevious({ messages, split });
  return split;
}
