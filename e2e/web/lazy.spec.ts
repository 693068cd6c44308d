import { chooseInAccountMenu } from '../support/account-menu.ts';
import { enterAsGuest } from '../support/enter.ts';
import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor, scriptReplies } from '../support/journey.ts';
import { lazyFilesOf, readDynamicEntries, type Walk, walkWithout } from '../support/lazy-files.ts';
import {
  attachedFiles,
  dictation,
  goTo,
  publicWalks,
  projects,
  readingAloud,
  savedPrompts,
  temporaryChat,
  toPage,
  waitingMessages,
} from '../support/lazy-walks.ts';
import { readRichReply, richReply } from '../support/markdown.ts';
import { allowDictation } from '../journeys/voice.ts';
import type { Page } from 'playwright/test';
import { storeChat, userIdOf } from '../support/stored-chat.ts';

// Blocks some parts of one page of each area and of the chat. `CLOVER_LAZY=full` blocks every part, the chunks
// that several of them share and all styles, and checks that no dynamic import of the build is missing.
const isFull = process.env['CLOVER_LAZY'] === 'full';
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ admin, vendor }) => {
  await connectVendor(admin, vendor);
  await allowDictation(admin);
  // A guest attaches one file for each blocked part.
  await admin
    .from('system_settings')
    .upsert({ setting_key: 'guest_attachments', setting_value: '1000' }, { onConflict: 'setting_key' })
    .throwOnError();
});

/**
 * Files that need no Retry if they fail to load. Toasts have a plain fallback. Changes of access are fetched again when
 * the app is reopened. The dictation button is loaded again when the connection returns. Own keys are read at their next
 * use. Deletions wait. Drafts stay on this device. The quick actions appear in the next chat. Rich text is pasted as
 * plain text. A failed export shows an error. The document's styles are loaded with the next part.
 */
const needsNoRetry =
  /AppStatus|ContextMeter|VoiceButton|UndoNotice|ToastHost|full-chat|ActionMenu|web-gateway|shared-drafts|to-markdown|save-chat|base-[\w-]+\.css/;

const entries = readDynamicEntries();
/** Files that showed an error with Retry when they failed to load, and files that no page has needed so far. */
const coveredFiles = new Set<string>();
const unseen = new Set<string>();
/**
 * How many parts of each walk the short run blocks. It covers one page of each layout, and a reply with every kind of
 * content.
 */
const samples = new Map([
  ['/signin', 3],
  ['/docs', 3],
  ['/account', 3],
  ['/admin/users', 3],
  ['a rich reply', 8],
  ['the first document', 2],
]);

async function blockEach(page: Page, walk: Walk): Promise<void> {
  const most = isFull ? Infinity : (samples.get(walk.name) ?? 0);
  if (most === 0) return;
  const files = await lazyFilesOf(page, walk);
  const isEntry = (file: string) => [...entries.values()].includes(file);
  const missing = files.filter((file) => !coveredFiles.has(file));
  const isStyle = (file: string) => file.endsWith('.css');
  const style = [...coveredFiles].some(isStyle) ? [] : missing.filter(isStyle).slice(0, 1);
  const selected = isFull ? missing : [...missing.filter(isEntry).slice(0, most), ...style];
  for (const file of selected) {
    const outcome = await test.step(`${walk.name} without ${file}`, () => walkWithout(page, walk, file));
    (outcome === 'retried' ? coveredFiles : unseen).add(file);
  }
}

test.beforeEach(() => test.setTimeout(isFull ? 3_600_000 : 300_000));

test('public pages and sign-in report what could not be loaded, and load it after Retry', async ({
  page,
}) => {
  for (const walk of publicWalks) await blockEach(page, walk);
});

test('the chat reports what could not be loaded, and loads it after Retry @long', async ({
  page,
  context,
  admin,
  vendor,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const chat = await enterAsGuest(page);
  await blockEach(page, {
    name: 'no chats',
    open: async (target) => void (await target.goto('/pricing')),
    run: async (target) => {
      await goTo(target, '/chat');
      await expect(target.getByText('No chats yet')).toBeVisible();
    },
  });
  const { id } = await storeChat(admin, await userIdOf(page), 'Rich', ['Show me everything', richReply]);
  const openChat = async (target: Page) => void (await target.goto('/chat'));
  await blockEach(page, {
    name: 'a rich reply',
    open: async (target) => void (await target.goto('/pricing')),
    run: async (target) => {
      await goTo(target, `/chat?id=${id}`);
      await readRichReply(target);
    },
  });
  await blockEach(page, {
    name: 'the first document',
    open: async (target) => void (await target.goto('about:blank')),
    run: async (target) => {
      await target.goto('/chat');
      await expect(chat.input).toBeVisible();
    },
    retry: (target) => target.getByRole('button', { name: /^(?:Retry|Reload page)$/ }).click(),
  });
  await blockEach(page, {
    name: 'a message',
    open: openChat,
    run: async (target) => {
      scriptReplies(
        vendor,
        { kind: 'reply', text: 'It has three leaves.' },
        { kind: 'reply', text: 'It has three leaves.' },
      );
      await chat.send('How many?');
      await expect(chat.message('It has three leaves.')).toBeVisible();
      await chat.replyEnds();
      await target.getByTitle('Reply details').last().click();
      await expect(target.getByRole('dialog', { name: 'Reply details' })).toContainText('Length');
    },
  });
  await blockEach(page, {
    name: 'keys',
    open: openChat,
    run: async (target) => {
      await target.getByRole('button', { name: /Choose another model/ }).click();
      await target.getByRole('button', { name: 'Use your own key…' }).click();
      await expect(target.getByRole('button', { name: /^OpenAI/ })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'a message to several models',
    open: async (target) => void (await target.goto(`/chat?id=${id}`)),
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
  await blockEach(page, {
    name: 'a comparison',
    open: async (target) => void (await target.goto(`/chat?id=${id}`)),
    run: async (target) => {
      const reply = target.getByRole('article').last();
      await reply.hover();
      await reply.getByRole('button', { name: 'More', exact: true }).click();
      await target.getByRole('menuitem', { name: 'Compare replies' }).click();
      await target.getByRole('button', { name: 'Add models…' }).click();
      await expect(target.getByRole('dialog', { name: 'Compare models' })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'the parameters',
    open: async (target) => void (await target.goto(`/chat?id=${id}`)),
    run: async (target) => {
      await target.getByRole('button', { name: /^Chat parameters/ }).click();
      await expect(target.getByRole('dialog', { name: 'Chat parameters' })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'the title',
    open: async (target) => void (await target.goto(`/chat?id=${id}`)),
    run: async (target) => {
      await target.getByRole('button', { name: 'Edit chat title: Rich' }).click();
      await expect(target.getByRole('dialog', { name: 'Edit Chat Title' })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'a deletion',
    open: async (target) => {
      const { id: doomed } = await storeChat(admin, await userIdOf(page), 'Doomed', ['Hello']);
      await target.goto(`/chat?id=${doomed}`);
    },
    run: async (target) => {
      await target.getByRole('button', { name: 'Options for Doomed' }).first().click();
      await target.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(target.getByText('Doomed', { exact: true })).toHaveCount(0);
    },
  });
  await blockEach(page, {
    name: 'selected text',
    open: async (target) => void (await target.goto(`/chat?id=${id}`)),
    run: async (target) => {
      await chat.message('Show me everything').getByText('Show me everything').dblclick();
      await expect(target.getByRole('button', { name: 'Quote' })).toBeVisible();
    },
  });
  await blockEach(page, readingAloud(id));
  await blockEach(page, {
    name: 'find in conversation',
    open: async (target) => void (await target.goto(`/chat?id=${id}`)),
    run: async (target) => {
      await target.getByRole('button', { name: 'Chat actions' }).click();
      await target.getByRole('menuitem', { name: 'Find in conversation' }).click();
      await expect(target.getByRole('textbox', { name: 'Find in conversation' })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'the message map',
    open: async (target) => {
      const texts = Array.from({ length: 8 }, (_, index) => `Message ${index}`);
      const long = await storeChat(admin, await userIdOf(page), 'Long', texts);
      await target.goto(`/chat?id=${long.id}`);
    },
    run: async (target) => {
      await target.getByRole('button', { name: 'Chat actions' }).click();
      await target.getByRole('menuitem', { name: 'Message map' }).click();
      await expect(target.getByRole('dialog', { name: 'Message map' })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'export as Markdown',
    open: async (target) => void (await target.goto(`/chat?id=${id}`)),
    run: async (target) => {
      await target.getByRole('button', { name: 'Chat actions' }).click();
      await target.getByRole('menuitem', { name: 'Markdown' }).click();
    },
  });
  await blockEach(page, {
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
  await blockEach(page, waitingMessages(chat, vendor));
  await blockEach(page, {
    name: 'the palette',
    // The chat loads this file in advance.
    open: async (target) => void (await target.goto('/account/about')),
    run: async (target) => {
      await goTo(target, '/chat');
      await target.getByRole('button', { name: 'Open the command palette' }).click();
      await expect(target.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'the history',
    // The chat loads the search of this device in advance.
    open: async (target) => void (await target.goto('/account/about')),
    run: async (target) => {
      await goTo(target, '/chat');
      await target.getByRole('link', { name: 'History' }).click();
      await expect(target.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'the shortcuts',
    open: openChat,
    run: async (target) => {
      await chooseInAccountMenu(target, 'Keyboard shortcuts');
      await expect(target.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'a quick action',
    open: openChat,
    run: async (target) => {
      await target.getByRole('button', { name: 'Advice' }).click();
      await expect(target.getByRole('dialog', { name: /Advice/ })).toBeVisible();
    },
  });
  await blockEach(page, attachedFiles(chat, vendor));
  for (const walk of [dictation, temporaryChat, projects, savedPrompts(chat, admin, await userIdOf(page))])
    await blockEach(page, walk);
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
  await blockEach(page, {
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
  });
});

test('the account and the console report what could not be loaded, and load it after Retry @long', async ({
  page,
  place,
}) => {
  await enterConsole(place, '/account');
  await expect(page).toHaveURL(/\/account$/);
  await blockEach(page, toPage('/account', '/pricing'));
  await blockEach(page, toPage('/checkout?tier=professional&billing=monthly', '/pricing'));
  await blockEach(page, {
    name: 'shared drafts',
    open: async (target) => {
      await target.goto('/account/chat', { waitUntil: 'networkidle' });
      const choice = target.getByLabel('Continue drafts on my other devices');
      // The checkbox changes only after the account is saved, so `check()` would report that nothing changed.
      if (!(await choice.isChecked())) await choice.click();
      await expect(choice).toBeChecked();
    },
    run: async (target) => {
      await goTo(target, '/chat');
      await expect(target.getByRole('textbox', { name: 'Message' })).toBeVisible();
    },
  });
  await blockEach(page, {
    name: 'the archive',
    open: async (target) => void (await target.goto('/account/privacy')),
    run: async (target) => {
      await target.getByRole('button', { name: 'Download my data' }).click();
      await expect(target.getByText('Your archive is ready').first()).toBeVisible();
    },
    retry: (target) => target.getByRole('button', { name: 'Download my data' }).click(),
  });
  const dashboard = toPage('/admin', '/pricing');
  await blockEach(page, {
    ...dashboard,
    run: async (target) => {
      await dashboard.run(target);
      await expect(target.locator('.recharts-surface').first()).toBeVisible();
    },
  });
  for (const path of [
    '/users',
    '/roles',
    '/api-vendors',
    '/api-models',
    '/api-keys',
    '/prompts',
    '/analytics',
    '/activity',
    '/logs',
    '/settings',
    `/users/${await userIdOf(page)}`,
  ])
    await blockEach(page, toPage(`/admin${path}`, '/pricing'));
});

// Only the full run blocks every part, so only the full run can tell whether a file was missed.
if (isFull)
  test('no missing file went unnoticed', () => {
    expect([...unseen].filter((file) => !coveredFiles.has(file) && !needsNoRetry.test(file))).toEqual([]);
    // Only in the desktop app, or part of a worker, where one language is tested for all.
    const elsewhere = /features\/desktop\/|local-sections|FollowShell|highlight\.js|ViewPage/;
    const missed = [...entries].filter(
      ([module, file]) => !coveredFiles.has(file) && !unseen.has(file) && !elsewhere.test(module),
    );
    expect(missed.map(([module]) => module)).toEqual([]);
  });
