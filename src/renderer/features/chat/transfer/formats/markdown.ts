import type { PortableChat, PortableMessage } from '../../../../lib/portable-chat.ts';
import { filesLine, oneLine } from './files-line.ts';

const speakers = { user: 'You', assistant: 'Assistant', system: 'System prompt' } as const;

/**
 * Writes the active branch, with headings for the chat and for each message. The texts of messages are
 * unchanged.
 */
export function toMarkdown(chat: PortableChat): string {
  const parts = activeBranch(chat).map(({ role, content, modelId, createdAt, attachments = [] }) => {
    const by = role === 'assistant' && modelId !== null ? `, ${oneLine(modelId)}` : '';
    const texts = [filesLine(attachments), content].filter((text) => text !== '').join('\n\n');
    return `## ${speakers[role]}\n\n_${createdAt}${by}_\n\n${texts}\n`;
  });
  return [`# ${oneLine(chat.title)}\n`, ...parts].join('\n');
}

/** Returns the messages from the first to the active one. */
export function activeBranch({ messages, activeMessageId }: PortableChat): PortableMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: PortableMessage[] = [];
  const visitedIds = new Set<string>();
  let next = byId.get(activeMessageId ?? '') ?? messages.at(-1);
  while (next && !visitedIds.has(next.id)) {
    visitedIds.add(next.id);
    branch.push(next);
    next = byId.get(next.parentId ?? '');
  }
  return branch.toReversed();
}
