import { expect } from 'playwright/test';
import { scriptReplies } from '../journey.ts';
import type { Walk } from '../lazy-files.ts';
import { storeChat } from '../stored-chat.ts';
import { storeShare } from '../stored-share.ts';
import { type ChatWalkPlace, openChat, openRich } from './chat-walk-place.ts';

const message = (place: ChatWalkPlace): Walk => ({
  name: 'a message',
  open: openChat,
  run: async (target) => {
    scriptReplies(
      place.vendor,
      { kind: 'reply', text: 'It has three leaves.' },
      { kind: 'reply', text: 'It has three leaves.' },
    );
    await place.chat.send('How many?');
    await expect(place.chat.message('It has three leaves.')).toBeVisible();
    await place.chat.replyEnds();
    await target.getByTitle('Reply details').last().click();
    await expect(target.getByRole('dialog', { name: 'Reply details' })).toContainText('Length');
  },
});

const comparison = (place: ChatWalkPlace): Walk => ({
  name: 'a comparison',
  open: openRich(place),
  run: async (target) => {
    const reply = target.getByRole('article').last();
    await reply.hover();
    await reply.getByRole('button', { name: 'More', exact: true }).click();
    await target.getByRole('menuitem', { name: 'Compare replies' }).click();
    await target.getByRole('button', { name: 'Add models…' }).click();
    await expect(target.getByRole('dialog', { name: 'Compare models' })).toBeVisible();
  },
});

const chatTitle = (place: ChatWalkPlace): Walk => ({
  name: 'the title',
  open: openRich(place),
  run: async (target) => {
    await target.getByRole('button', { name: 'Edit chat title: Rich' }).click();
    await expect(target.getByRole('dialog', { name: 'Edit Chat Title' })).toBeVisible();
  },
});

const deletion = ({ admin, userId }: ChatWalkPlace): Walk => ({
  name: 'a deletion',
  open: async (target) => {
    const { id: doomed } = await storeChat(admin, userId, 'Doomed', ['Hello']);
    await target.goto(`/chat?id=${doomed}`);
  },
  run: async (target) => {
    await target.getByRole('button', { name: 'Options for Doomed' }).first().click();
    await target.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(target.getByText('Doomed', { exact: true })).toHaveCount(0);
  },
});

const selectedText = (place: ChatWalkPlace): Walk => ({
  name: 'selected text',
  open: openRich(place),
  run: async (target) => {
    await place.chat.message('Show me everything').getByText('Show me everything').dblclick();
    await expect(target.getByRole('button', { name: 'Quote' })).toBeVisible();
  },
});

/** Visitors are guests, who can't have replies read aloud. */
const readingAloud = (place: ChatWalkPlace): Walk => ({
  name: 'reading aloud',
  open: openRich(place),
  run: async (page) => {
    const reply = page.getByRole('article').last();
    await reply.hover();
    await reply.getByRole('button', { name: 'Read aloud' }).click();
    await expect(page.getByText(/Voice is a Pro feature/).first()).toBeVisible();
  },
});

const find = (place: ChatWalkPlace): Walk => ({
  name: 'find in chat',
  open: openRich(place),
  run: async (target) => {
    await target.getByRole('button', { name: 'Chat actions' }).click();
    await target.getByRole('menuitem', { name: 'Find in chat' }).click();
    await expect(target.getByRole('textbox', { name: 'Find in chat' })).toBeVisible();
  },
});

/** Opens a message that a search has found. If the part that marks the words fails to load, they stay unmarked. */
const foundWords = ({ chat }: ChatWalkPlace): Walk => ({
  name: 'found words',
  open: openChat,
  run: async (page) => {
    await page.getByRole('searchbox').fill('everything');
    const list = page.getByRole('navigation', { name: 'Chats' });
    await list.getByRole('button').filter({ hasText: 'Show me everything' }).first().click();
    await expect(page).toHaveURL(/&message=/);
    await expect(chat.message('Show me everything')).toBeInViewport();
  },
});

const messageMap = ({ admin, userId }: ChatWalkPlace): Walk => ({
  name: 'the message map',
  open: async (target) => {
    const texts = Array.from({ length: 8 }, (_, index) => `Message ${index}`);
    const long = await storeChat(admin, userId, 'Long', texts);
    await target.goto(`/chat?id=${long.id}`);
  },
  run: async (target) => {
    await target.getByRole('button', { name: 'Chat actions' }).click();
    await target.getByRole('menuitem', { name: 'Message map' }).click();
    await expect(target.getByRole('dialog', { name: 'Message map' })).toBeVisible();
  },
});

const exportAsMarkdown = (place: ChatWalkPlace): Walk => ({
  name: 'export as Markdown',
  open: openRich(place),
  run: async (target) => {
    await target.getByRole('button', { name: 'Export', exact: true }).click();
    await target.getByRole('menuitem', { name: 'Markdown' }).click();
  },
});

/** Visitors are guests, who can't share. */
const sharing = (place: ChatWalkPlace): Walk => ({
  name: 'sharing',
  open: openRich(place),
  run: async (target) => {
    await target.getByRole('button', { name: 'Chat actions' }).click();
    await target.getByRole('menuitem', { name: 'Share…' }).click();
    await expect(target.getByRole('dialog', { name: 'Share this chat' })).toContainText("Guests can't share");
  },
});

const continuedShare = ({ chat, admin, userId }: ChatWalkPlace): Walk => ({
  name: 'a shared chat',
  open: async (target) => {
    const texts = ['Hello', 'A shared reply'];
    await target.goto(await storeShare(admin, userId, { title: 'Shared', texts }));
    await expect(target.getByText('A shared reply')).toBeVisible();
  },
  run: async (target) => {
    await target.getByRole('button', { name: 'Continue in my Clover' }).click();
    await expect(target).toHaveURL(/\/chat\?id=/);
    await expect(chat.input).toBeVisible();
  },
  retry: (target) => target.getByRole('button', { name: 'Continue in my Clover' }).click(),
});

export const conversationWalks = (place: ChatWalkPlace): readonly Walk[] => [
  message(place),
  comparison(place),
  chatTitle(place),
  deletion(place),
  selectedText(place),
  readingAloud(place),
  find(place),
  foundWords(place),
  messageMap(place),
  exportAsMarkdown(place),
  sharing(place),
  continuedShare(place),
];
