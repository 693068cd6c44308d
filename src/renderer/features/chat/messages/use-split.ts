import { useState } from 'react';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { type Split, splitMessages } from './split.ts';

const nothing: Split = { head: [], tail: [] };

/** Splits the conversation where it was split in the previous render. */
export function useSplit(
  messages: readonly ShownMessage[],
  options: { readonly hasOlder: boolean; readonly mayMove: boolean },
): Split {
  const [kept, setKept] = useState({ messages, split: splitMessages(messages, nothing, options) });
  if (kept.messages === messages) return kept.split;
  const split = splitMessages(messages, kept.split, options);
  setKept({ messages, split });
  return split;
}
