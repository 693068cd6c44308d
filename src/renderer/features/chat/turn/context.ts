import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { AccountInstructions } from '../../../../shared/account/instructions.ts';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import {
  composeSystemPrompt,
  type ComposedPrompt,
  type PromptParts,
} from '../../../../shared/domain/compose-prompt.ts';
import {
  charactersPerToken,
  defaultContextLength,
  fitContext,
} from '../../../../shared/domain/context-window.ts';
import { reservedReplyTokens } from '../../../../shared/domain/output-limit.ts';
import { loadAccountInstructions } from '../../../lib/account-instructions.ts';
import { loadModule } from '../../../lib/load-module.ts';
import type { OpenFiles } from '../attachments/chat-files.ts';
import type { ChatSettings, Message } from '../chat.ts';
import { listMessages } from '../data/messages.ts';
import { replaceOlderMessages } from '../summary/replace-older.ts';
import { chatQueries } from '../data/queries.ts';
import { memoryPromptQuery } from '../memory/memory-prompt.ts';
import { projectInstructions } from '../projects/project-instructions.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { scaleOf } from './token-scale.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';
import { rowsBefore } from './shown-messages.ts';
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
): Promise<ReplyContext> {
  const contextLength = model.contextLength ?? defaultContextLength;
  const maxTokens = reservedReplyTokens(model, parameters?.maxTokens);
  const scale = scaleOf(model.id);
  const tokens = (contextLength - maxTokens) / scale;
  const room = tokens * charactersPerToken;
  const readPassages = async (project: string): Promise<string | null> => {
    const { sendPassages } = await loadModule(() => import('../projects/files/send-passages.ts'));
    return sendPassages({ client, store, files }, turn, project, tokens);
  };
  const [{ rows, hasOlder }, account, project] = await Promise.all([
    readHistory(client, turn, room),
    findAccountInstructions(client, userId, parameters),
    projectId === null ? null : client.fetchQuery(projectInstructions(projectId, store)),
  ]);
  const chat =
    turn.oneTimeParameters?.instructions ??
    (await readChatPrompt(client, rows, hasOlder, turn)) ??
    parameters?.instructions;
  const prompt = await composePrompt(client, {
    chat,
    project,
    account,
    memory: await findMemory(client, userId, account, true),
    files: projectId === null ? null : await readPassages(projectId),
  });
  const sent = replaceOlderMessages(rows, parameters?.summary);
  const window = fitContext([...unsentRows(sent.rows), ...questionOf(turn)], {
    systemPrompt: prompt.text,
    opening: sent.opening,
    contextLength,
    maxTokens,
    scale,
  });
  const { messages, isCut } = await withFiles(window.messages, files, model);
  return {
    messages,
    isCut: isCut || window.leftOut > 0 || (hasOlder && !sent.opening),
    instructions: prompt.sources,
  };
}

/** The account's instructions, if the chat uses them. */
async function findAccountInstructions(
  client: QueryClient,
  userId: string,
  parameters: ChatParameters | null,
): Promise<AccountInstructions | null> {
  if (parameters?.accountInstructions === false) return null;
  const account = await loadAccountInstructions(client, userId);
  return (parameters?.accountInstructions ?? account.is_used) ? account : null;
}

/** The account's memories, if the chat uses its instructions and memory is on. */
const findMemory = (
  client: QueryClient,
  userId: string,
  account: AccountInstructions | null,
  mayPropose: boolean,
): Promise<string | null> | null =>
  account?.uses_memory ? client.fetchQuery(memoryPromptQuery(userId, mayPropose)) : null;

interface OwnParts extends Pick<PromptParts, 'account' | 'memory' | 'project' | 'files'> {
  readonly chat: string | undefined;
}

/** The installation's prompt is only sent if neither the chat nor its project has one [CHAT-079, CHAT-080]. */
async function composePrompt(client: QueryClient, { chat, ...own }: OwnParts): Promise<ComposedPrompt> {
  const isDefault = chat === undefined && own.project === null;
  const installation = isDefault ? await client.fetchQuery(chatQueries.defaultSystemPrompt()) : null;
  return composeSystemPrompt({ installation, ...own, chat: chat ?? null });
}

/** Composes the prompt of a temporary chat, which has no project. */
export async function temporaryPrompt(
  client: QueryClient,
  userId: string,
  chat: string | undefined,
  usesAccount: boolean,
): Promise<ComposedPrompt> {
  const account = usesAccount ? await loadAccountInstructions(client, userId) : null;
  const memory = await findMemory(client, userId, account, false);
  return composePrompt(client, { chat, project: null, account, memory });
}

/** The newest `[SYSTEM: …]` in the branch. */
async function readChatPrompt(
  client: QueryClient,
  rows: readonly Message[],
  hasOlder: boolean,
  { systemPrompt }: LiveTurn,
): Promise<string | null> {
  const loaded = systemPrompt ?? rows.findLast(({ role }) => role === 'system')?.content;
  const oldest = rows[0];
  return loaded ?? (hasOlder && oldest ? client.fetchQuery(chatQueries.systemPrompt(oldest)) : null);
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
