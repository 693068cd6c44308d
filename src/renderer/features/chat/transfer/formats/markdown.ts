import type { PortableChat } from '../../../../lib/portable-chat.ts';
import { activeBranch } from './active-branch.ts';

const speakers = { user: 'You', assistant: 'Assistant', system: 'System prompt' } as const;

/** The active branch as Markdown: a heading for the chat and for each message, whose text is not changed. */
export function toMarkdown(chat: PortableChat): string {
  const parts = activeBranch(chat).map(({ role, content, modelId, createdAt }) => {
    const by = role === 'assistant' && modelId !== null ? `, ${oneLine(modelId)}` : '';
    return `## ${speakers[role]}\n\n_${createdAt}${by}_\n\n${content}\n`;
  });
  return [`# ${oneLine(chat.title)}\n`, ...parts].join('\n');
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
