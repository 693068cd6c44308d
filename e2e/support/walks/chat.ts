import { expect, type Page } from 'playwright/test';
import { chooseInAccountMenu } from '../account-menu.ts';
import type { Walk } from '../lazy-files.ts';
import { readRichReply } from '../markdown.ts';
import { type ChatWalkPlace, openChat } from './chat-walk-place.ts';
import { composerWalks } from './composer.ts';
import { conversationWalks } from './conversation.ts';
import { goTo } from './navigate.ts';

/** For a visitor who has no chats yet. */
export const noChats: Walk = {
  name: 'no chats',
  open: async (target) => void (await target.goto('/pricing')),
  run: async (target) => {
    await goTo(target, '/chat');
    await expect(target.getByText('No chats yet')).toBeVisible();
  },
};

const richReply = ({ richId }: ChatWalkPlace): Walk => ({
  name: 'a rich reply',
  open: async (target) => void (await target.goto('/pricing')),
  run: async (target) => {
    await goTo(target, `/chat?id=${richId}`);
    await readRichReply(target);
  },
});

const firstDocument = ({ chat }: ChatWalkPlace): Walk => ({
  name: 'the first document',
  open: async (target) => void (await target.goto('about:blank')),
  run: async (target) => {
    await target.goto('/chat');
    await expect(chat.input).toBeVisible();
  },
  retry: (target) => target.getByRole('button', { name: /^(?:Retry|Reload page)$/ }).click(),
});

const palette: Walk = {
  name: 'the palette',
  // The chat loads this file in advance.
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, '/chat');
    await target.getByRole('button', { name: 'Open the command palette' }).click();
    await expect(target.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  },
};

const historyPage: Walk = {
  name: 'the history',
  // The chat loads the search of this device in advance.
  open: async (target) => void (await target.goto('/account/about')),
  run: async (target) => {
    await goTo(target, '/chat');
    await target.getByRole('link', { name: 'History' }).click();
    await expect(target.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  },
};

const shortcuts: Walk = {
  name: 'the shortcuts',
  open: openChat,
  run: async (target) => {
    await chooseInAccountMenu(target, 'Keyboard shortcuts');
    await expect(target.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
};

const begin = (page: Page) => page.getByRole('button', { name: 'Temporary chat' }).click();

const temporaryChat: Walk = {
  name: 'a temporary chat',
  open: openChat,
  run: async (page) => {
    await begin(page);
    await expect(page.getByRole('button', { name: 'End chat' })).toBeVisible();
  },
  retry: begin,
};

/** The sidebar's group, the list of projects and the note about a deleted project. */
const projects: Walk = {
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

const choose = (target: Page) =>
  target.getByLabel('Choose a file').setInputFiles({
    name: 'chats.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify([
        {
          uuid: crypto.randomUUID(),
          name: 'Imported',
          created_at: '2026-01-01T10:00:00Z',
          chat_messages: [
            {
              uuid: crypto.randomUUID(),
              sender: 'human',
              text: 'Hello',
              created_at: '2026-01-01T10:00:00Z',
            },
          ],
        },
      ]),
    ),
  });

const importAndExport: Walk = {
  name: 'import and export',
  open: openChat,
  run: async (target) => {
    await chooseInAccountMenu(target, 'Import and export');
    await expect(target.getByRole('dialog', { name: 'Import and export' })).toBeVisible();
    await choose(target);
    await expect(target.getByRole('button', { name: 'Import', exact: true })).toBeVisible();
  },
  retry: async (target) => {
    const retry = target.getByRole('button', { name: 'Retry' });
    if (await retry.isVisible()) await retry.click();
    else await choose(target);
  },
};

export const chatWalks = (place: ChatWalkPlace): readonly Walk[] => [
  richReply(place),
  firstDocument(place),
  ...conversationWalks(place),
  ...composerWalks(place),
  palette,
  historyPage,
  shortcuts,
  temporaryChat,
  projects,
  importAndExport,
];
