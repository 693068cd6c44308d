import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type AccountInstructions,
  accountInstructions,
  noInstructions,
} from '../../shared/account/instructions.ts';
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

/** Loads the instructions for a request. Without a connection, returns this device's copy. */
export async function loadAccountInstructions(
  client: QueryClient,
  userId: string,
): Promise<AccountInstructions> {
  const query = instructionsQuery(userId);
  try {
    return await client.fetchQuery(query);
  } catch (error) {
    const copy = client.getQueryData(query.queryKey);
    if (!copy) throw error;
    return copy;
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

const saved = z.object({ is_saved: z.boolean(), stored: accountInstructions });

/**
 * Stores instructions that were edited on the basis of `revision`. If another device has changed them in the meantime,
 * nothing is stored, and `is_saved` is false.
 */
export async function saveInstructions(client: QueryClient, userId: string, edited: AccountInstructions) {
  const { about, style, is_used, revision } = edited;
  const supabase = await getSupabase();
  const { data } = await supabase
    .rpc('save_account_instructions', { about, style, is_used, known_revision: revision })
    .throwOnError();
  const result = saved.parse(data);
  client.setQueryData(instructionsQuery(userId).queryKey, keepCopy(userId, result.stored));
  return result;
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
