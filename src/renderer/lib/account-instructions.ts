import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type AccountInstructions,
  accountInstructions,
  noInstructions,
} from '../../shared/account/instructions.ts';
import { type LibraryChange, libraryChanges } from './library-changes.ts';
import { memory } from './memory-state.ts';
import { instructionsKey, readStored, writeStored } from './storage.ts';
import { getSupabase } from './supabase.ts';

/**
 * Queries the account's instructions. Without a connection, this device's copy is used. Data gets stale soon, because
 * another device may change it.
 */
export const instructionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account-instructions', userId],
    queryFn: () => findInstructions(userId),
    initialData: () => readCopy(userId),
    initialDataUpdatedAt: 0,
    staleTime: 15_000,
  });

/** Loads the instructions for a request, with unconfirmed changes. Without a connection, uses this device's copy. */
export async function loadAccountInstructions(
  client: QueryClient,
  userId: string,
): Promise<AccountInstructions> {
  const query = instructionsQuery(userId);
  try {
    return withInstructionChanges(await client.fetchQuery(query), libraryChanges(userId));
  } catch (error) {
    const copy = client.getQueryData(query.queryKey);
    if (!copy) throw error;
    return withInstructionChanges(copy, libraryChanges(userId));
  }
}

async function findInstructions(userId: string): Promise<AccountInstructions> {
  const client = await getSupabase();
  const { data } = await client
    .from('account_instructions')
    .select('about, style, is_used, uses_memory, revision')
    .maybeSingle()
    .throwOnError();
  return keepCopy(userId, data ? accountInstructions.parse(data) : noInstructions);
}

/** The id of the account's instructions in the outbox. There are no others. */
export const instructionsId = 'account';

/** Returns the instructions with the user's unconfirmed changes. */
export const withInstructionChanges = (
  stored: AccountInstructions,
  changes: readonly LibraryChange[],
): AccountInstructions =>
  changes
    .filter(({ list }) => list === 'instructions')
    .reduce((all, { value }) => accountInstructions.safeParse({ ...all, ...value }).data ?? all, stored);

/** Applies a confirmed change to the cache and to this device's copy. */
export function applyInstructionChange(client: QueryClient, userId: string, change: LibraryChange): void {
  client.setQueryData(
    instructionsQuery(userId).queryKey,
    (stored) => stored && keepCopy(userId, withInstructionChanges(stored, [change])),
  );
}

function keepCopy(userId: string, instructions: AccountInstructions): AccountInstructions {
  writeStored(instructionsKey(userId), JSON.stringify(instructions));
  memory.isOn = instructions.uses_memory;
  return instructions;
}

function readCopy(userId: string): AccountInstructions | undefined {
  try {
    const copy = accountInstructions.parse(JSON.parse(readStored(instructionsKey(userId)) ?? ''));
    memory.isOn = copy.uses_memory;
    return copy;
  } catch {
    memory.isOn = false;
    return undefined;
  }
}
