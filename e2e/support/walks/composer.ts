import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import type { Behavior } from '../../vendor/vendor.ts';
import { scriptReplies } from '../journey.ts';
import type { Walk } from '../lazy-files.ts';
import { sampleVideo } from '../sample-video.ts';
import { type ChatWalkPlace, openChat, openRich } from './chat-walk-place.ts';
import { goTo } from './navigate.ts';

const keys: Walk = {
  name: 'keys',
  open: openChat,
  run: async (target) => {
    await target.getByRole('button', { name: /Choose another model/ }).click();
    await target.getByRole('button', { name: 'Use your own key…' }).click();
    await expect(target.getByRole('button', { name: /^OpenAI/ })).toBeVisible();
  },
};

const severalModels = (place: ChatWalkPlace): Walk => ({
  name: 'a message to several models',
  open: openRich(place),
  run: async (target) => {
    await target.getByRole('button', { name: 'Open the command palette' }).click();
    await target
      .getByRole('dialog', { name: 'Command palette' })
      .getByRole('combobox')
      .fill('compare models');
    await target.getByRole('option', { name: /^Compare models/ }).click();
    await expect(target.getByRole('dialog', { name: 'Compare models' })).toBeVisible();
  },
});

const parameters = (place: ChatWalkPlace): Walk => ({
  name: 'the parameters',
  open: openRich(place),
  run: async (target) => {
    await target.getByRole('button', { name: /^Chat parameters/ }).click();
    await expect(target.getByRole('dialog', { name: 'Chat parameters' })).toBeVisible();
  },
});

const richText = ({ chat }: ChatWalkPlace): Walk => ({
  name: 'rich text',
  open: openChat,
  run: async (target) => {
    await target.evaluate(() =>
      navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob(['<b>leaf</b>'], { type: 'text/html' }),
          'text/plain': new Blob(['leaf'], { type: 'text/plain' }),
        }),
      ]),
    );
    await chat.input.press('ControlOrMeta+v');
    await expect(chat.input).toHaveValue(/leaf/);
    await chat.input.fill('');
  },
});

/** Sends a message that waits while a reply is running. The reply ends when the next attempt starts. */
function waitingMessages({ chat, vendor }: ChatWalkPlace): Walk {
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
      // The replies depend on the message, because messages that waited in the previous attempt are sent now.
      vendor.always(({ body }) => {
        const sent = JSON.stringify(body ?? '');
        if (sent.includes('And then?')) return { kind: 'reply', text: 'Then it ends.' };
        return sent.includes('How long?') ? running : undefined;
      });
      await chat.send('How long?');
      // Don't wait for the Stop button: it appears before the reply is requested.
      await expect(chat.message('It takes')).toBeVisible();
      // The Send button is now Queue.
      await chat.input.fill('And then?');
      await chat.input.press('Enter');
      await expect(page.getByRole('region', { name: 'Waiting messages' })).toBeVisible();
    },
  };
}

const quickAction: Walk = {
  name: 'a quick action',
  open: openChat,
  run: async (target) => {
    await target.getByRole('button', { name: 'Quick actions' }).click();
    await target.getByRole('menuitem', { name: 'Advice' }).click();
    await expect(target.getByRole('dialog', { name: /Advice/ })).toBeVisible();
  },
};

const attach = (page: Page) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Three leaves.'),
  });

/** Reads, previews, sends and opens a file. */
const attachedFiles = ({ chat, vendor }: ChatWalkPlace): Walk => ({
  name: 'attached files',
  open: openChat,
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

/** Sends a file that is uploaded in pieces. */
const largeFile = ({ chat, vendor }: ChatWalkPlace): Walk => ({
  name: 'a large file',
  open: openChat,
  run: async (page) => {
    scriptReplies(vendor, ...Array<Behavior>(100).fill({ kind: 'reply', text: 'It has many leaves.' }));
    await page.locator('input[type=file]').setInputFiles({
      name: 'leaves.txt',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(7 * 1_048_576, 'Three leaves.\n'),
    });
    await expect(page.getByRole('button', { name: 'Open leaves.txt' }).last()).toBeVisible();
    await chat.send('How many leaves?');
    await expect(chat.message('It has many leaves.')).toBeVisible({ timeout: 30_000 });
    await chat.replyEnds();
  },
});

/** Reads a video and shows the options for its sound. */
const video = ({ chat }: ChatWalkPlace): Walk => ({
  name: 'a video',
  open: openChat,
  run: async (page) => {
    await chat.input.fill('');
    await page.locator('input[type=file]').setInputFiles(sampleVideo);
    await expect(page.getByRole('button', { name: /^Open garden 0/ }).first()).toBeVisible();
    await expect(page.getByText(/^Its sound isn't included/).first()).toBeVisible();
  },
  // A video that could not be read is attached again.
  retry: async (page) => {
    const retry = page.getByRole('button', { name: /^Retry/ }).first();
    if (await retry.isVisible()) await retry.click();
    const unread = page.getByRole('alert').getByText("couldn't be loaded");
    const frames = page.getByRole('button', { name: /^Open garden 0/ });
    await expect(unread.or(frames).first()).toBeVisible();
    if (await unread.first().isVisible()) await page.locator('input[type=file]').setInputFiles(sampleVideo);
  },
});

/** The dictation button is loaded after the input, and missing if that fails. */
const dictation: Walk = {
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

/** The menu for "/", the fields of a prompt, and the list in the settings. */
const savedPrompts = ({ chat, admin, userId }: ChatWalkPlace): Walk => ({
  name: 'saved prompts',
  open: async (page) => {
    const prompt = { user_id: userId, name: 'greet', text: 'Greet {{name}}.' };
    await admin.from('saved_prompts').delete().eq('user_id', userId).throwOnError();
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

/** The list of personas, the starter prompts of a new chat, the menu for "@", and the list in the settings. */
const personas = ({ chat, admin, userId }: ChatWalkPlace, id = randomUUID()): Walk => ({
  name: 'personas',
  open: async (page) => {
    // Always the same persona, because the list first shows those that this device has already loaded.
    const persona = { id, user_id: userId, name: 'Latin teacher', starters: ['Translate "hello".'] };
    await admin.from('personas').upsert(persona).throwOnError();
    await page.goto('/chat');
  },
  run: async (page) => {
    await page.getByRole('button', { name: 'Choose a persona' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Latin teacher/ })
      .click();
    await expect(page.getByRole('button', { name: 'Translate "hello".' })).toBeVisible();
    // The next attempt starts without a persona.
    await page.getByRole('button', { name: 'Persona: Latin teacher' }).click();
    await page.getByRole('button', { name: 'No persona' }).click();
    await expect(page.getByRole('button', { name: 'Choose a persona' })).toBeVisible();
    await expect(async () => {
      await chat.input.fill('');
      await chat.input.fill('@lat');
      await expect(page.getByRole('option', { name: /^Latin teacher/ })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.getByRole('option', { name: /^Latin teacher/ }).click();
    await page.getByRole('button', { name: "Don't use Latin teacher for this message" }).click();
    await chat.input.fill('');
    await goTo(page, '/account/personas');
    await expect(page.getByRole('list', { name: 'Your personas' })).toContainText('Latin teacher');
  },
  // The menu has no Retry button: it is loaded with the next word.
  retry: async (page) => {
    const retry = page.getByRole('button', { name: /^Retry/ }).first();
    if (await retry.isVisible()) await retry.click();
  },
});

export const composerWalks = (place: ChatWalkPlace): readonly Walk[] => [
  keys,
  severalModels(place),
  parameters(place),
  richText(place),
  waitingMessages(place),
  quickAction,
  attachedFiles(place),
  largeFile(place),
  video(place),
  dictation,
  savedPrompts(place),
  personas(place),
];
