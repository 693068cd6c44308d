import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'playwright/test';
import type { FakeVendor } from '../../vendor/vendor.ts';
import { scriptReplies } from '../journey.ts';
import type { Walk } from '../lazy-files.ts';

interface MemoryPlace {
  readonly admin: SupabaseClient;
  readonly vendor: FakeVendor;
  /** Signed in, and not a guest. */
  readonly userId: string;
}

/** Turns memory on, and stores a chat whose reply proposes a fact. Returns the chat's id. */
async function storeProposal({ admin, userId }: MemoryPlace): Promise<string> {
  const [id, question, reply] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await admin
    .from('account_instructions')
    .upsert({ user_id: userId, uses_memory: true }, { onConflict: 'user_id' })
    .throwOnError();
  await admin.from('chat_history').insert({ id, user_id: userId, title: 'Tea' }).throwOnError();
  const row = { chat_id: id, user_id: userId, origin: 'import', parent_id: question };
  await admin
    .from('chat_messages')
    .insert([
      { ...row, id: question, role: 'user', content: 'I drink tea.', usage: null },
      {
        ...row,
        id: reply,
        role: 'assistant',
        content: 'Good choice.\n[REMEMBER: The user drinks tea.]',
        usage: { instructions: ['memory'] },
      },
    ])
    .throwOnError();
  return id;
}

const proposal = (place: MemoryPlace): Walk => ({
  name: 'memory',
  open: async (target) => void (await target.goto(`/chat?id=${await storeProposal(place)}`)),
  run: async (target) => {
    await expect(target.getByRole('button', { name: 'Keep: The user drinks tea.' })).toBeVisible();
    const reply = target.getByRole('article').last();
    await reply.hover();
    await reply.getByRole('button', { name: 'More', exact: true }).click();
    await target.getByRole('menuitem', { name: 'Remember' }).click();
    await expect(target.getByRole('dialog', { name: 'Remember a fact' })).toBeVisible();
  },
});

const messageWithMemory = (place: MemoryPlace): Walk => ({
  name: 'a message with memory',
  open: async (target) => void (await target.goto(`/chat?id=${await storeProposal(place)}`)),
  run: async (target) => {
    scriptReplies(place.vendor, { kind: 'reply', text: 'With pleasure.' });
    const input = target.getByRole('textbox', { name: 'Message' });
    await input.fill('A cup, please.');
    await input.press('Enter');
    await expect(target.getByText('With pleasure.')).toBeVisible();
  },
});

export const memoryWalks = (place: MemoryPlace): readonly Walk[] => [
  proposal(place),
  messageWithMemory(place),
];
