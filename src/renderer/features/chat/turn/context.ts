import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import {
  charactersPerToken,
  defaultContextLength,
  fitContext,
} from '../../../../shared/domain/context-window.ts';
import { replyRoomOf } from '../../../../shared/domain/output-limit.ts';
import type { OpenFiles } from '../attachments/chat-files.ts';
import type { Message } from '../chat.ts';
import { listMessages } from '../data/messages.ts';
import { replaceOlderMessages } from '../summary/replace-older.ts';
import { chatQueries } from '../data/queries.ts';
import { scaleOf } from './token-scale.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';
import { rowsBefore } from './shown-messages.ts';
import { questionOf, unsentRows, withFiles } from './with-files.ts';

/**
 * Reads the model's context: the system prompt that applies, and the newest messages that fit.
 *
 * @param project the instructions of the chat's project
 */
export async function readContext(
  client: QueryClient,
  turn: LiveTurn,
  model: ChatModel,
  parameters: ChatParameters | null,
  files: OpenFiles,
  project: string | null = null,
): Promise<{ messages: readonly CompletionMessage[]; isCut: boolean }> {
  const contextLength = model.contextLength ?? defaultContextLength;
  const maxTokens = replyRoomOf(model, parameters?.maxTokens);
  const scale = scaleOf(model.id);
  const room = ((contextLength - maxTokens) / scale) * charactersPerToken;
  const { rows, hasOlder } = await readHistory(client, turn, room);
  const systemPrompt = await readSystemPrompt(
    client,
    rows,
    hasOlder,
    turn,
    parameters?.instructions,
    project,
  );
  const sent = replaceOlderMessages(rows, parameters?.summary);
  const window = fitContext([...unsentRows(sent.rows), ...questionOf(turn)], {
    systemPrompt,
    opening: sent.opening,
    contextLength,
    maxTokens,
    scale,
  });
  const { messages, isCut } = await withFiles(window.messages, files, model);
  return { messages, isCut: isCut || window.leftOut > 0 || (hasOlder && !sent.opening) };
}

/**
 * The project's instructions, and the newest prompt in the branch, else the chat's instructions. Without any of
 * them, the installation's prompt [CHAT-079, CHAT-080].
 */
async function readSystemPrompt(
  client: QueryClient,
  rows: readonly Message[],
  hasOlder: boolean,
  { systemPrompt }: LiveTurn,
  instructions: string | undefined,
  project: string | null,
): Promise<string | null> {
  const loaded = systemPrompt ?? rows.findLast(({ role }) => role === 'system')?.content;
  const oldest = rows[0];
  const own =
    loaded ?? (hasOlder && oldest ? await client.fetchQuery(chatQueries.systemPrompt(oldest)) : null);
  const ofChat = own ?? instructions;
  if (project !== null) return ofChat === undefined ? project : `${project}\n\n${ofChat}`;
  return ofChat ?? client.fetchQuery(chatQueries.defaultSystemPrompt());
}

/**
 * Returns the messages before the turn's message: the loaded ones, and older pages until the context is full.
 */
export async function readHistory(
  client: QueryClient,
  turn: Pick<LiveTurn, 'chatId' | 'messageId' | 'after'>,
  room: number,
): Promise<{ rows: readonly Message[]; hasOlder: boolean }> {
  const loaded = client.getQueryData<InfiniteData<Message[]>>(chatQueries.messages(turn.chatId).queryKey);
  const branch = loaded ? loaded.pages.toReversed().flat() : await listMessages(turn.chatId, null);
  let rows = rowsBefore(branch, turn);
  // If the edited message is the first loaded one, `rows` is empty, although earlier messages may exist.
  let first = rows[0] ?? branch[0];
  while (first && hasBefore(first) && lengthOf(rows) < room) {
    const older = await listMessages(turn.chatId, first);
    if (older.length === 0) break;
    rows = [...older, ...rows];
    first = rows[0];
  }
  return { rows, hasOlder: first !== undefined && hasBefore(first) };
}

const hasBefore = ({ parentId }: Message): boolean => (parentId ?? null) !== null;

function lengthOf(rows: readonly Message[]): number {
  return rows.reduce((sum, { content }) => sum + content.length, 0);
}
