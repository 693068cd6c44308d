import type { QueryClient } from '@tanstack/react-query';
import type { AccountInstructions } from '../../../../shared/account/instructions.ts';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import {
  composeSystemPrompt,
  type ComposedPrompt,
  type PromptParts,
} from '../../../../shared/domain/compose-prompt.ts';
import { loadAccountInstructions } from '../../../lib/account-instructions.ts';
import type { ChatSettings, Message } from '../chat.ts';
import { chatQueries } from '../data/queries.ts';
import { memoryPromptQuery } from '../memory/memory-prompt.ts';
import { projectInstructions } from '../projects/project-instructions.ts';
import type { ChatStore } from '../store/chat-store.ts';

/** Returns the account's instructions, or null if the chat doesn't use them. */
async function findAccountInstructions(
  client: QueryClient,
  userId: string,
  parameters: ChatParameters | null,
): Promise<AccountInstructions | null> {
  if (parameters?.accountInstructions === false) return null;
  const account = await loadAccountInstructions(client, userId);
  return (parameters?.accountInstructions ?? account.is_used) ? account : null;
}

/** Returns the account's memories. Null unless the chat uses its instructions and memory is on. */
const findMemory = (
  client: QueryClient,
  userId: string,
  account: AccountInstructions | null,
  mayPropose: boolean,
): Promise<string | null> | null =>
  account?.uses_memory ? client.fetchQuery(memoryPromptQuery(userId, mayPropose)) : null;

type OwnParts = Pick<PromptParts, 'account' | 'memory' | 'project'> & { readonly chat: string | undefined };

/** Adds the installation's prompt if neither the chat nor its project has one [CHAT-079, CHAT-080]. */
async function withInstallation(client: QueryClient, { chat, ...own }: OwnParts): Promise<PromptParts> {
  const isDefault = chat === undefined && own.project === null;
  const installation = isDefault ? await client.fetchQuery(chatQueries.defaultSystemPrompt()) : null;
  return { installation, ...own, chat: chat ?? null };
}

interface PromptServices {
  readonly client: QueryClient;
  readonly userId: string;
  readonly store: ChatStore | null;
}

/** The sources of the chat's own prompt: the messages before the question, and the prompt of the question itself. */
interface PromptSource {
  readonly rows: readonly Message[];
  readonly hasOlder: boolean;
  readonly systemPrompt: string | null;
  readonly oneTime: ChatParameters | null | undefined;
}

/** Reads the parts of the system prompt, without the project's files. */
export async function readPromptParts(
  { client, userId, store }: PromptServices,
  { rows, hasOlder, systemPrompt, oneTime }: PromptSource,
  { parameters, projectId }: ChatSettings,
): Promise<PromptParts> {
  const [account, project] = await Promise.all([
    findAccountInstructions(client, userId, parameters),
    projectId === null ? null : client.fetchQuery(projectInstructions(projectId, store)),
  ]);
  const chat =
    oneTime?.instructions ??
    (await readChatPrompt(client, rows, hasOlder, systemPrompt)) ??
    parameters?.instructions;
  return withInstallation(client, {
    chat,
    project,
    account,
    memory: await findMemory(client, userId, account, true),
  });
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
  return composeSystemPrompt(await withInstallation(client, { chat, project: null, account, memory }));
}

/** Reads the newest `[SYSTEM: …]` in the branch. */
async function readChatPrompt(
  client: QueryClient,
  rows: readonly Message[],
  hasOlder: boolean,
  systemPrompt: string | null,
): Promise<string | null> {
  const loadedPrompt = systemPrompt ?? rows.findLast(({ role }) => role === 'system')?.content;
  const oldest = rows[0];
  return loadedPrompt ?? (hasOlder && oldest ? client.fetchQuery(chatQueries.systemPrompt(oldest)) : null);
}
