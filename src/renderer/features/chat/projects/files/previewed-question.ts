import { createContext } from 'react';
import { type ChatParameters, withPersonaParameters } from '../../../../../shared/chats/chat-parameters.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import type { Message } from '../../chat.ts';
import type { ContextSource } from '../../turn/context-use.ts';

export interface PreviewedQuestion {
  readonly text: string;
  readonly files: readonly Attachment[];
  readonly oneTime: ChatParameters | null;
}

/** The content that the open chat sends with its next message. Null if the chat is not stored. */
export const ContextSourceContext = createContext<ContextSource | null>(null);

/** Returns a stored question that will be sent again, possibly with another text. */
export const repeatedQuestion = (
  { content, attachments = [], parameters }: Message,
  text = content,
): PreviewedQuestion => ({ text: text.trim(), files: attachments, oneTime: parameters ?? null });

/** What is sent with a stored question when it is sent again, with its own persona instead of the next message's. */
export function sourceBefore(source: ContextSource, { id, parameters: oneTime }: Message): ContextSource {
  const { rows, prompts, parameters: ofChat } = source;
  const place = rows.findIndex((row) => row.id === id);
  const parameters = oneTime ? withPersonaParameters(ofChat ?? {}, oneTime) : ofChat;
  return {
    ...source,
    rows: place < 0 ? rows : rows.slice(0, place),
    prompts: { ...prompts, chat: parameters?.instructions ?? null },
    maxTokens: parameters?.maxTokens,
  };
}
