import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'playwright/test';
import type { FakeVendor } from '../../vendor/vendor.ts';
import { scriptReplies } from '../journey.ts';
import type { Walk } from '../lazy-files.ts';
import { storeProposal } from '../stored-proposal.ts';
import { goTo } from './navigate.ts';

interface MemoryPlace {
  readonly admin: SupabaseClient;
  readonly vendor: FakeVendor;
  /** Signed in, and not a guest. */
  readonly userId: string;
}

const storeTea = ({ admin, userId }: MemoryPlace) =>
  storeProposal(admin, userId, 'Tea', ['I drink tea.', 'Good choice.\n[REMEMBER: The user drinks tea.]']);

const proposal = (place: MemoryPlace): Walk => ({
  name: 'a proposal to remember',
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, `/chat?id=${(await storeTea(place)).id}`);
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
  open: async (target) => void (await target.goto(`/chat?id=${(await storeTea(place)).id}`)),
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
