import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'playwright/test';
import type { FakeVendor } from '../../vendor/vendor.ts';
import { scriptReplies } from '../journey.ts';
import type { Walk } from '../lazy-files.ts';
import { goTo } from './navigate.ts';

interface FilesPlace {
  readonly admin: SupabaseClient;
  readonly vendor: FakeVendor;
  readonly userId: string;
}

/** Stores a project with a file. */
async function storeProject({ admin, userId }: FilesPlace): Promise<string> {
  const id = crypto.randomUUID();
  await admin.from('projects').insert({ id, user_id: userId, name: 'Flat' }).throwOnError();
  const text = 'Pets need written consent.';
  await admin
    .from('project_files')
    .insert({
      user_id: userId,
      project_id: id,
      name: 'lease.txt',
      media_type: 'text/plain',
      size: text.length,
      text,
      characters: text.length,
    })
    .throwOnError();
  return id;
}

const projectPage = (place: FilesPlace): Walk => ({
  name: 'the files of a project',
  open: async (target) => void (await target.goto(`/history?project=${await storeProject(place)}`)),
  run: async (target) => {
    const files = target.getByRole('region', { name: 'Files' });
    await files
      .locator('input[type=file]')
      .setInputFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('More.') });
    await expect(files.getByRole('button', { name: 'Open more.txt' })).toBeVisible();
    await files.getByRole('button', { name: 'Open lease.txt' }).click();
    await expect(target.getByRole('dialog', { name: 'lease.txt' }).getByText('Pets need')).toBeVisible();
    await target.keyboard.press('Escape');
    await files.getByRole('button', { name: 'Try a question' }).click();
    const trying = target.getByRole('dialog', { name: "Try a question on the project's files" });
    await trying.getByRole('textbox', { name: 'Question' }).fill('Do pets need consent?');
    await trying.getByRole('button', { name: 'Find passages' }).click();
    await expect(trying.getByText('Pets need written consent.')).toBeVisible();
  },
});

const question = (place: FilesPlace): Walk => ({
  name: 'a question about the files of a project',
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, `/chat?project=${await storeProject(place)}`);
    scriptReplies(place.vendor, { kind: 'reply', text: 'Yes, they do.' });
    const input = target.getByRole('textbox', { name: 'Message' });
    await input.fill('Do pets need consent?');
    await target.getByRole('button', { name: 'With project files' }).click();
    const preview = target.getByRole('dialog', { name: "From the project's files" });
    await expect(preview.getByText('Pets need written consent.')).toBeVisible();
    await target.keyboard.press('Escape');
    await input.press('Enter');
    await expect(target.getByRole('button', { name: 'lease.txt' })).toBeVisible();
  },
});

export const projectFileWalks = (place: FilesPlace): readonly Walk[] => [projectPage(place), question(place)];
