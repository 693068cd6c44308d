import { splitReply } from '../../../lib/memory-lines.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';

const known = new WeakMap<ShownMessage, ShownMessage>();

/** Moves what the model proposes to remember out of a reply's text. Cached, because each frame of a reply asks for all. */
export function withoutProposals(message: ShownMessage): ShownMessage {
  const cached = known.get(message);
  if (cached) return cached;
  const { text, proposals } = splitReply(message, message.end === null);
  const shown =
    text === message.content
      ? message
      : { ...message, content: text, ...(proposals.length > 0 && { proposals }) };
  known.set(message, shown);
  return shown;
}
