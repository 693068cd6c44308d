import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, type Page } from 'playwright/test';
import type { Behavior, FakeVendor } from '../vendor/vendor.ts';
import type { ChatPage } from './chat-page.ts';
import { scriptReplies } from './journey.ts';
import type { Walk } from './lazy-files.ts';

/** Navigates within the app, without loading a document. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Navigates from one page to another until the title changes. */
export const toPage = (path: string, from = '/signup'): Walk => ({
  name: path,
  open: async (page) => void (await page.goto(from)),
  run: async (page) => {
    const title = page.getByRole('heading', { level: 1 });
    const before = await title.textContent();
    await goTo(page, path);
    await expect(title).not.toHaveText(new RegExp(`^(?:${before}|Something went wrong)$`));
  },
});

/** The last part of each document's path. */
const documents = [
  'deployment',
  'desktop',
  'security',
  'reference',
  'scaling',
  'measurements',
  'architecture',
  'data-model',
  'glossary',
];

const searchOfDocs: Walk = {
  name: 'search of the documentation',
  open: async (page) => void (await page.goto('/docs')),
  run: async (page) => {
    await page.getByRole('searchbox').fill('backup');
    await expect(page.getByText(/\d results/)).toBeVisible();
  },
  retry: (page) => page.getByRole('searchbox').fill('backups'),
};

/** Public pages and sign-in. */
export const publicWalks: readonly Walk[] = [
  toPage('/'),
  toPage('/features'),
  toPage('/pricing'),
  toPage('/privacy'),
  toPage('/docs/api'),
  toPage('/docs'),
  ...documents.map((name) => toPage(`/docs/${name}`)),
  searchOfDocs,
  toPage('/no-such-page'),
  toPage('/signin', '/'),
  toPage('/signup', '/'),
  toPage('/reset-password', '/'),
  toPage('/auth/callback', '/'),
];

const attach = (page: Page) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Three leaves.'),
  });

/** Reads, previews, sends and opens a file. */
export const attachedFiles = (chat: ChatPage, vendor: FakeVendor): Walk => ({
  name: 'attached files',
  open: async (page) => void (await page.goto('/chat')),
  run: async (page) => {
    scriptReplies(vendor, ...Array<Behavior>(100).fill({ kind: 'reply', text: 'It has three leaves.' }));
    await attach(page);
    await expect(page.getByText('1 kB').first()).toBeVisible();
    await page.getByRole('button', { name: 'Open notes.txt' }).last().click();
    await expect(page.getByRole('dialog', { name: 'notes.txt' })).toContainText('Three leaves.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'What will be sent' }).click();
    await expect(page.getByRole('dialog', { name: 'What will be sent' })).toContainText('Three leaves.');
    await page.keyboard.press('Escape');
    await chat.send('How many?');
    await expect(chat.message('It has three leaves.')).toBeVisible();
    await chat.replyEnds();
    await page.getByRole('button', { name: 'Open notes.txt' }).first().click();
    await expect(page.getByRole('dialog', { name: 'notes.txt' })).toContainText('Three leaves.');
  },
  // A file that could not be read is attached again.
  retry: async (page) => {
    const retry = page.getByRole('button', { name: /^Retry/ }).first();
    if (await retry.isVisible()) await retry.click();
    const unread = page.getByRole('alert').getByText("couldn't be loaded");
    await expect(unread.or(page.getByText('1 kB')).first()).toBeVisible();
    if (await unread.first().isVisible()) await attach(page);
  },
});

/** A message waits while a reply is running. The reply ends when the next attempt begins. */
export function waitingMessages(chat: ChatPage, vendor: FakeVendor): Walk {
  let end = Promise.withResolvers<void>();
  return {
    name: 'waiting messages',
    // The chat loads the list of waiting messages in advance.
    open: async (page) => {
      end.resolve();
      await page.goto('/account/about');
    },
    run: async (page) => {
      await goTo(page, '/chat');
      end = Promise.withResolvers<void>();
      const running: Behavior = { kind: 'pace', end: end.promise, text: 'It takes a while.' };
      // Matched by message, because messages that waited in the previous attempt are sent now.
      vendor.always(({ body }) => {
        const sent = JSON.stringify(body ?? '');
        if (sent.includes('And then?')) return { kind: 'reply', text: 'Then it ends.' };
        return sent.includes('How long?') ? running : undefined;
      });
      await chat.send('How long?');
      await expect(chat.stop).toBeVisible();
      // The Send button is now Queue.
      await chat.input.fill('And then?');
      await chat.input.press('Enter');
      await expect(page.getByRole('region', { name: 'Waiting messages' })).toBeVisible();
    },
  };
}

const begin = (page: Page) => page.getByRole('button', { name: 'Temporary chat' }).click();

export const temporaryChat: Walk = {
  name: 'a temporary chat',
  open: async (page) => void (await page.goto('/chat')),
  run: async (page) => {
    await begin(page);
    await expect(page.getByRole('button', { name: 'End chat' })).toBeVisible();
  },
  retry: begin,
};

/** The dictation button is loaded after the input, and missing if that fails. */
export const dictation: Walk = {
  name: 'dictation',
  open: async (page) => void (await page.goto('/pricing')),
  run: async (page) => {
    await goTo(page, '/chat');
    await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const button = page.getByRole('button', { name: /^Dictate/ });
    if (!(await button.isVisible())) return;
    await button.click();
    await page.getByRole('region', { name: 'Dictation' }).getByRole('button', { name: 'Cancel' }).click();
  },
};

/** Visitors are guests, who may not use it. */
export const readingAloud = (chatId: string): Walk => ({
  name: 'reading aloud',
  open: async (page) => void (await page.goto(`/chat?id=${chatId}`)),
  run: async (page) => {
    const reply = page.getByRole('article').last();
    await reply.hover();
    await reply.getByRole('button', { name: 'Read aloud' }).click();
    await expect(page.getByText(/Voice is a Pro feature/).first()).toBeVisible();
  },
});

/** The sidebar's group, the list of projects and the note about a deleted project. */
export const projects: Walk = {
  name: 'projects',
  open: async (page) => void (await page.goto('/account/about')),
  run: async (page) => {
    await goTo(page, '/history?project=all');
    await expect(page.getByRole('heading', { name: 'All projects', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New project' })).toHaveCount(2);
    await goTo(page, `/chat?project=${crypto.randomUUID()}`);
    await expect(page.getByText('Project deleted')).toBeVisible();
  },
};

/** The menu for "/", the fields of a prompt, and the list in the settings. */
export const savedPrompts = (chat: ChatPage, admin: SupabaseClient, user: string): Walk => ({
  name: 'saved prompts',
  open: async (page) => {
    const prompt = { user_id: user, name: 'greet', text: 'Greet {{name}}.' };
    await admin.from('saved_prompts').delete().eq('user_id', user).throwOnError();
    await admin.from('saved_prompts').insert(prompt).throwOnError();
    await page.goto('/chat');
  },
  run: async (page) => {
    await chat.input.fill('/greet');
    await page.getByRole('option', { name: /^greet/ }).click();
    await expect(page.getByRole('textbox', { name: 'name' })).toBeVisible();
    await page.keyboard.press('Escape');
    await goTo(page, '/account/prompts');
    await expect(page.getByRole('list', { name: 'Your prompts' })).toContainText('/greet');
  },
});
