import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import {
  charactersPerToken,
  defaultContextLength,
  fitContext,
} from '../../../../shared/domain/context-window.ts';
import type { Message } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import { listMessages } from '../data/messages.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';

/** What goes upstream for a turn: the system prompt in force and the newest messages that fit the model. */
export async function readContext(
  client: QueryClient,
  turn: LiveTurn,
  model: ChatModel,
): Promise<{ messages: readonly CompletionMessage[]; isCut: boolean }> {
  const contextLength = model.contextLength ?? defaultContextLength;
  const room = (contextLength - chatLimits.maxTokens) * charactersPerToken;
  const { rows, hasOlder } = await readHistory(client, turn.chatId, room);
  const systemPrompt = await readSystemPrompt(client, turn.chatId, rows, hasOlder);
  const conversation = rows.flatMap(({ id, role, content }): CompletionMessage[] =>
    role === 'system' || id === turn.messageId ? [] : [{ role, content }],
  );
  const window = fitContext([...conversation, { role: 'user', content: turn.text }], {
    systemPrompt,
    contextLength,
    maxTokens: chatLimits.maxTokens,
  });
  return { messages: window.messages, isCut: window.leftOut > 0 || hasOlder };
}

/** The newest prompt written in the chat, else the installation's [CHAT-079, CHAT-080]. */
async function readSystemPrompt(
  client: QueryClient,
  chatId: string,
  rows: readonly Message[],
  hasOlder: boolean,
): Promise<string | null> {
  const loaded = rows.findLast(({ role }) => role === 'system')?.content;
  const own = loaded ?? (hasOlder ? await client.fetchQuery(chatQueries.systemPrompt(chatId)) : null);
  return own ?? client.fetchQuery(chatQueries.defaultSystemPrompt());
}

/** The newest messages until they fill the room, loaded ones first. */
async function readHistory(
  client: QueryClient,
  chatId: string,
  room: number,
): Promise<{ rows: Message[]; hasOlder: boolean }> {
  const loaded = client.getQueryData<InfiniteData<Message[]>>(chatQueries.messages(chatId).queryKey);
  let rows = loaded ? loaded.pages.toReversed().flat() : await listMessages(chatId, null);
  let hasOlder = (loaded?.pages.at(-1) ?? rows).length >= chatLimits.messagesPerPage;
  while (hasOlder && lengthOf(rows) < room) {
    const older = await listMessages(chatId, rows[0] ?? null);
    rows = [...older, ...rows];
    hasOlder = older.length >= chatLimits.messagesPerPage;
  }
  return { rows, hasOlder };
}

function lengthOf(rows: readonly Message[]): number {
  return rows.reduce((sum, { content }) => sum + content.length, 0);
}
