import { splitReply } from '../../../lib/memory-lines.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';

const readMessages = new WeakMap<ShownMessage, ShownMessage>();

/**
 * Extracts the model's proposals to remember from a reply's text. Stored messages are cached, because each frame of a
 * growing reply needs all of them. Others aren't, because whether memory is on may not be known yet.
 */
export function withoutProposals(message: ShownMessage): ShownMessage {
  const cached = readMessages.get(message);
  if (cached) return cached;
  const isStored = message.chatId !== undefined;
  const { text, proposals } = splitReply(message, { isGrowing: message.end === null, isStored });
  const shown =
    text === message.content
      ? message
      : { ...message, content: text, ...(proposals.length > 0 && { proposals }) };
  if (isStored) readMessages.set(message, shown);
  return shown;
}
