import type { PortableChat, PortableMessage } from '../../../../lib/portable-chat.ts';

/** The messages from the first to the active leaf. */
export function activeBranch({ messages, activeMessageId }: PortableChat): PortableMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: PortableMessage[] = [];
  const seen = new Set<string>();
  let next = byId.get(activeMessageId ?? '') ?? messages.at(-1);
  while (next && !seen.has(next.id)) {
    seen.add(next.id);
    branch.push(next);
    next = byId.get(next.parentId ?? '');
  }
  return branch.toReversed();
}
