import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { composeSystemPrompt } from '../../../../shared/domain/compose-prompt.ts';
import {
  charactersPerToken,
  defaultContextLength,
  fitContext,
} from '../../../../shared/domain/context-window.ts';
import { reservedReplyTokens } from '../../../../shared/domain/output-limit.ts';
import { loadModule } from '../../../lib/load-module.ts';
import type { OpenFiles } from '../attachments/chat-files.ts';
import type { ChatSettings, Message } from '../chat.ts';
import { listMessages } from '../data/messages.ts';
import { replaceOlderMessages } from '../summary/replace-older.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatStore } from '../store/chat-store.ts';
import type { ContextReading } from './context-reading.ts';
import { filesBudget } from './files-budget.ts';
import { scaleOf } from './token-scale.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';
import { rowsBefore } from './shown-messages.ts';
import { readPromptParts } from './system-prompt.ts';
import type { ReplyContext } from './turn-services.ts';
import { questionOf, unsentRows, withFiles } from './with-files.ts';

interface ContextServices {
  readonly client: QueryClient;
  readonly userId: string;
  readonly store: ChatStore | null;
  readonly files: OpenFiles;
}

/** Reads the model's context: the system prompt that applies, and the newest messages that fit. */
export async function readContext(
  { client, userId, store, files }: ContextServices,
  turn: LiveTurn,
  model: ChatModel,
  { parameters, projectId }: ChatSettings,
  reading: ContextReading,
): Promise<ReplyContext> {
  const contextLength = model.contextLength ?? defaultContextLength;
  const maxTokens = reservedReplyTokens(model, parameters?.maxTokens);
  const scale = scaleOf(model.id);
  const room = ((contextLength - maxTokens) / scale) * charactersPerToken;
  const { rows, hasOlder } = await readHistory(client, turn, room);
  const question = questionOf(turn);
  const source = { rows, hasOlder, systemPrompt: turn.systemPrompt, oneTime: turn.oneTimeParameters };
  const parts = await readPromptParts({ client, userId, store }, source, { parameters, projectId });
  const readPassages = async (project: string): Promise<string | null> => {
    const { sendPassages } = await loadModule(() => import('../projects/files/send-passages.ts'));
    const { text } = composeSystemPrompt(parts);
    const budget = filesBudget(model, parameters?.maxTokens, text, question);
    return sendPassages({ client, store, files }, turn, project, budget, reading);
  };
  const prompt = composeSystemPrompt({
    ...parts,
    files: projectId === null ? null : await readPassages(projectId),
  });
  const sentRows = replaceOlderMessages(rows, parameters?.summary);
  const window = fitContext([...unsentRows(sentRows.rows), ...question], {
    systemPrompt: prompt.text,
    opening: sentRows.opening,
    contextLength,
    maxTokens,
    scale,
  });
  const { messages, isCut } = await withFiles(window.messages, files, model);
  return {
    messages,
    isCut: isCut || window.leftOut > 0 || (hasOlder && !sentRows.opening),
    instructions: prompt.sources,
  };
}

/**
 * Returns the messages before the turn's message: the loaded ones, and older pages until the context is full.
 */
export async function readHistory(
  client: QueryClient,
  turn: Pick<LiveTurn, 'chatId' | 'messageId' | 'after'>,
  room: number,
): Promise<{ rows: readonly Message[]; hasOlder: boolean }> {
  const loadedPages = client.getQueryData<InfiniteData<Message[]>>(
    chatQueries.messages(turn.chatId).queryKey,
  );
  const branch = loadedPages ? loadedPages.pages.toReversed().flat() : await listMessages(turn.chatId, null);
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
