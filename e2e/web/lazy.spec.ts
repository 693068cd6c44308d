import { ChatPage } from '../support/chat-page.ts';
import { offerEncryptedHistory, turnOnEncryptedHistory } from '../support/encrypted-history.ts';
import { enterAsGuest } from '../support/enter.ts';
import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import {
  lazyFilesOf,
  readDynamicEntries,
  type Walk,
  type WalkOutcome,
  walkWithout,
} from '../support/lazy-files.ts';
import { richReply } from '../support/markdown.ts';
import { fillSignUp, newUser } from '../support/sign-in.ts';
import { storeChat, userIdOf } from '../support/stored-chat.ts';
import { chatWalks, noChats } from '../support/walks/chat.ts';
import { consoleWalks } from '../support/walks/console.ts';
import { encryptedWalks } from '../support/walks/encrypted.ts';
import { memoryWalks } from '../support/walks/memory.ts';
import { projectFileWalks } from '../support/walks/project-files.ts';
import { publicWalks } from '../support/walks/public.ts';
import { settingsWalks } from '../support/walks/settings.ts';
import { allowDictation } from '../journeys/voice.ts';
import type { Page } from 'playwright/test';

// Blocks some parts of one page of each area and of the chat. `CLOVER_LAZY=full` blocks every part, the chunks that
// several of them share and all styles, and checks that no dynamic import of the build is missing. All tests are in one
// file, because they share the list of blocked files. The walks are in support/walks.
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
 * the app is reopened. The buttons for dictating and talking are loaded again when the connection returns. Users' own
 * keys are read at their next use. Deletions wait. Drafts stay on this device. The quick actions appear in the next
 * chat. Rich text is pasted as plain text. A failed export shows an error. Found words stay without marks. The
 * document's styles are loaded with the next part. The client of the service, saved prompts and personas are loaded
 * again at their next use. Until then, the page shows the data on this device. A large file is uploaded as a whole.
 */
const needsNoRetry =
  /AppStatus|ContextMeter|VoiceTools|recipient|consent|UndoNotice|ToastHost|full-chat|ActionMenu|web-gateway|shared-drafts|to-markdown|save-chat|FoundWords|supabase-library|read-library|upload-in-pieces|base-[\w-]+\.css/;

const entries = readDynamicEntries();
/** Files that showed an error with Retry when they failed to load, and files that no page has needed so far. */
const coveredFiles = new Set<string>();
const unseen = new Set<string>();
/**
 * The number of parts of each walk that the short run blocks. It covers one page of each layout, and a reply with every
 * kind of content.
 */
const samples = new Map([
  ['/signin', 3],
  ['/docs', 3],
  ['/account', 3],
  ['/admin/users', 3],
  ['encrypted chats', 1],
  ['a rich reply', 8],
  ['the first document', 2],
]);

/** Repeats a failed walk once, because the full run consists of hundreds. */
async function attemptTwice(page: Page, walk: Walk, file: string): Promise<WalkOutcome> {
  try {
    return await walkWithout(page, walk, file);
  } catch (error) {
    if (!isFull) throw error;
    console.log(`repeated: ${walk.name} without ${file}: ${String(error).split('\n', 1)[0]}`);
    await page.context().unrouteAll();
    return walkWithout(page, walk, file);
  }
}

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
    const outcome = await test.step(`${walk.name} without ${file}`, () => attemptTwice(page, walk, file));
    (outcome === 'retried' ? coveredFiles : unseen).add(file);
  }
}

test.beforeEach(() => test.setTimeout(isFull ? 7_200_000 : 300_000));

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
  await blockEach(page, noChats);
  const userId = await userIdOf(page);
  const { id: richId } = await storeChat(admin, userId, 'Rich', ['Show me everything', richReply]);
  for (const walk of chatWalks({ chat, admin, vendor, userId, richId })) await blockEach(page, walk);
});

test('the account and the console report what could not be loaded, and load it after Retry @long', async ({
  page,
  place,
  admin,
  vendor,
}) => {
  await enterConsole(place, '/account');
  await expect(page).toHaveURL(/\/account$/);
  const userId = await userIdOf(page);
  const walks = [
    ...settingsWalks,
    ...memoryWalks({ admin, vendor, userId }),
    ...projectFileWalks({ admin, vendor, userId }),
    ...consoleWalks(userId),
  ];
  for (const walk of walks) await blockEach(page, walk);
});

test('an encrypted history reports what could not be loaded, and loads it after Retry @long', async ({
  page,
  admin,
}) => {
  await offerEncryptedHistory(admin);
  await page.goto('/signup');
  await fillSignUp(page, newUser('Robin Clover'));
  await expect(page).not.toHaveURL(/signup/);
  await turnOnEncryptedHistory(page);
  await page.goto('/chat');
  const chat = new ChatPage(page);
  await chat.send('Where does clover grow?');
  await chat.replyEnds();
  for (const walk of encryptedWalks) await blockEach(page, walk);
});

// Only the full run blocks every part, so only this run can detect a missed file.
if (isFull)
  test('no missing file went unnoticed', () => {
    const unnoticed = [...unseen].filter((file) => !coveredFiles.has(file) && !needsNoRetry.test(file));
    // Only in the desktop app, or part of a worker, where one language is tested for all.
    const elsewhere =
      /features\/desktop\/|local-sections|FollowShell|FirstStart|translator|read-message|right-to-left|highlight\.js|ViewPage/;
    const missed = [...entries].flatMap(([module, file]) =>
      coveredFiles.has(file) || unseen.has(file) || elsewhere.test(module) ? [] : [module],
    );
    expect({ unnoticed, missed }).toEqual({ unnoticed: [], missed: [] });
  });
