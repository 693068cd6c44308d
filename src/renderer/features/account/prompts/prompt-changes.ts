import { z } from 'zod';
import type { PromptContent } from '../../../../shared/domain/saved-prompts.ts';
import type { SavedPrompt } from '../../../lib/saved-prompts.ts';
import { getSupabase } from '../../../lib/supabase.ts';

/**
 * `name`: another prompt has this name. `changed`: another device has changed or deleted the prompt. `refused`:
 * the message is for the user. `offline`: no response arrived.
 */
export type PromptFailureCode = 'name' | 'changed' | 'refused' | 'offline' | 'failed';

export class PromptFailure extends Error {
  override readonly name = 'PromptFailure';
  readonly code: PromptFailureCode;
  constructor(code: PromptFailureCode, message: string = code) {
    super(message);
    this.code = code;
  }
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
}

const changedRows = z.array(z.object({ id: z.string() }));

/** Stores either all of the prompts or none. */
export async function createPrompts(
  prompts: readonly (PromptContent & { readonly id: string })[],
): Promise<void> {
  const table = await openTable();
  check(await table.insert(prompts.map(({ id, name, title, text }) => ({ id, name, title, text }))));
}

/** Changes a prompt, unless it has changed since this device read it. */
export async function changePrompt({ id, revision }: SavedPrompt, content: PromptContent): Promise<void> {
  const { name, title, text } = content;
  const table = await openTable();
  checkChanged(await table.update({ name, title, text }).eq('id', id).eq('revision', revision).select('id'));
}

/** Deletes a prompt, unless it has changed since this device read it. */
export async function deletePrompt({ id, revision }: SavedPrompt): Promise<void> {
  const table = await openTable();
  checkChanged(await table.delete().eq('id', id).eq('revision', revision).select('id'));
}

async function openTable() {
  const client = await getSupabase().catch(() => {
    throw new PromptFailure('offline');
  });
  return client.from('saved_prompts');
}

interface Response {
  readonly error: Failure | null;
  readonly data: unknown;
}

function check({ error }: Response): void {
  if (error) throw toFailure(error);
}

function checkChanged(response: Response): void {
  check(response);
  if (changedRows.parse(response.data).length === 0) throw new PromptFailure('changed');
}

function toFailure({ code, message, hint }: Failure): PromptFailure {
  if (hint === 'limit') return new PromptFailure('refused', message);
  // The id exists: an earlier request was stored, but its response was lost.
  if (code === '23505') return new PromptFailure(message.includes('pkey') ? 'changed' : 'name');
  // supabase-js sets no code if there was no response.
  return new PromptFailure(code === '' ? 'offline' : 'failed', message);
}
