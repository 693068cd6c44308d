import {
  defaultContextLength,
  estimateMessage,
  estimateTokens,
  fitContext,
} from '../../../../shared/domain/context-window.ts';
import type { ChatParameters, ChatSummary } from '../../../../shared/chats/chat-parameters.ts';
import { composeSystemPrompt, type PromptParts } from '../../../../shared/domain/compose-prompt.ts';
import { reservedReplyTokens } from '../../../../shared/domain/output-limit.ts';
import type { Message } from '../chat.ts';
import { type Attachment, attachedTokens } from '../attachments/attachment.ts';
import { filesBudget } from './files-budget.ts';
import type { ChatModel } from './live-turn.ts';
import { replaceOlderMessages } from '../summary/replace-older.ts';
import { scaleOf } from './token-scale.ts';
import { isSent, unsentMessage, unsentRows } from './with-files.ts';

/** How much of the model's context the next request fills, in estimated tokens. */
export interface ContextUse {
  readonly used: number;
  /** The context length minus the space for the reply. */
  readonly room: number;
  /** The oldest message that is still sent. Null if all loaded messages are sent. */
  readonly firstSentId: string | null;
}

export interface ContextSource {
  readonly rows: readonly Message[];
  readonly hasOlder: boolean;
  /** The parts of the system prompt. A `[SYSTEM: …]` in a message replaces the chat's part. */
  readonly prompts: PromptParts;
  /** The chat's output limit, if the user chose one. */
  readonly maxTokens: number | undefined;
  /** The chat's own parameters. `prompts` and `maxTokens` may be of a persona for the next message only. */
  readonly parameters?: ChatParameters | null;
  readonly summary?: ChatSummary | undefined;
  /** False if the chat doesn't use the account's instructions. */
  readonly accountInstructions?: boolean | undefined;
  /** The chat's project, whose files are sent too. */
  readonly projectId?: string | null;
}

/**
 * Estimates the context use with the same calculation as for sending a message.
 *
 * @param projectTokens the tokens of all files of the project; at most `filesBudget` of them are sent
 */
export function contextUse(
  { rows, hasOlder, prompts, maxTokens: chosen, summary }: ContextSource,
  model: ChatModel,
  text = '',
  files: readonly Attachment[] = [],
  projectTokens = 0,
): ContextUse {
  const contextLength = model.contextLength ?? defaultContextLength;
  const maxTokens = reservedReplyTokens(model, chosen);
  const scale = scaleOf(model.id);
  const chat = rows.findLast(({ role }) => role === 'system')?.content ?? prompts.chat;
  const { text: systemPrompt } = composeSystemPrompt({ ...prompts, chat });
  const { opening, rows: later } = replaceOlderMessages(rows, summary);
  const sentMessages = later.filter(isSent);
  const question = unsentMessage('user', text, files);
  const conversation = [...unsentRows(sentMessages), question];
  const fileTokens = Math.min(projectTokens, filesBudget(model, chosen, systemPrompt, [question]));
  const { leftOut } = fitContext(conversation, {
    systemPrompt,
    opening,
    contextLength,
    maxTokens: maxTokens + fileTokens * scale,
    scale,
  });
  const estimated = conversation.reduce(
    (sum, message) => sum + estimateMessage(message),
    fileTokens + estimateTokens((systemPrompt ?? '') + (opening?.content ?? '')),
  );
  return {
    used: Math.max(
      estimated * scale,
      hasOlder && !opening ? reportedUse(rows) + (estimateTokens(text) + attachedTokens(files)) * scale : 0,
    ),
    room: contextLength - maxTokens,
    firstSentId: leftOut > 0 ? (sentMessages[leftOut]?.id ?? null) : null,
  };
}

/**
 * Returns the tokens of the last reply and its whole prompt, as reported by the vendor. Excludes reasoning, which is
 * never sent again.
 */
function reportedUse(rows: readonly Message[]): number {
  const usage = rows.findLast((row) => row.usage?.prompt_tokens !== undefined)?.usage;
  const { prompt_tokens = 0, completion_tokens = 0, reasoning_tokens = 0 } = usage ?? {};
  return prompt_tokens + completion_tokens - reasoning_tokens;
}
