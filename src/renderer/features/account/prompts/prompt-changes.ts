import type { PromptContent } from '../../../../shared/domain/saved-prompts.ts';
import { getSupabase } from '../../../lib/supabase.ts';

/** `name`: another prompt has this name. `refused`: the message is for the user. `offline`: no response arrived. */
export type PromptFailureCode = 'name' | 'refused' | 'offline' | 'failed';

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

/** Stores either all of the prompts or none. Needs a connection. */
export async function createPrompts(
  prompts: readonly (PromptContent & { readonly id: string })[],
): Promise<void> {
  const table = await openTable();
  const rows = prompts.map(({ id, name, title, text }) => ({ id, name, title, text }));
  const { error } = await table.insert(rows);
  if (error) throw toFailure(error);
}

async function openTable() {
  const client = await getSupabase().catch(() => {
    throw new PromptFailure('offline');
  });
  return client.from('saved_prompts');
}

function toFailure({ code, message, hint }: Failure): PromptFailure {
  if (hint === 'limit') return new PromptFailure('refused', message);
  if (code === '23505') return new PromptFailure('name');
  // supabase-js sets no code if there was no response.
  return new PromptFailure(code === '' ? 'offline' : 'failed', message);
}
