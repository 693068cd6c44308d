import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { BrowserContext, Page } from 'playwright';
import { createAccount } from '../../e2e/support/administrator.ts';
import { ChatPage } from '../../e2e/support/chat-page.ts';
import { administrator, fillSignIn, newUser } from '../../e2e/support/sign-in.ts';
import { storeChat } from '../../e2e/support/stored-chat.ts';
import { root } from '../lib/run.mjs';
import { codeChat, sampleReplies } from './sample-chats.ts';
import type { Screen, Stage, Viewer } from './screen.ts';
import { contactSheet } from './sheet.ts';
import type { Studio } from './studio.ts';

export const screenshotFolder = join(root, 'out/screenshots');

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
const schemes = ['light', 'dark'] as const;

/** In milliseconds, for one step while opening a screen. */
const STEP_TIME = 30_000;

type Size = (typeof sizes)[number];
type Account = NonNullable<Stage['person']>;

/** Takes the screenshots of all screens, in all sizes at the same time. Returns the problems, one line each. */
export async function takeScreens(studio: Studio, screens: readonly Screen[]): Promise<readonly string[]> {
  const account = await createUser(studio);
  const problems = await Promise.all(sizes.map((size) => takeSize(studio, screens, size, account)));
  await writeFile(
    join(screenshotFolder, 'index.html'),
    contactSheet(
      screens.map(({ name }) => name),
      filesOf,
    ),
  );
  return problems.flat();
}

async function takeSize(
  studio: Studio,
  screens: readonly Screen[],
  size: Size,
  account: Account,
): Promise<string[]> {
  const problems: string[] = [];
  const contexts = new Map<Viewer, Promise<BrowserContext>>();
  for (const screen of screens) {
    const { name, viewer } = screen;
    const isAlone = viewer !== 'user' && viewer !== 'administrator';
    const person = viewer === 'user' ? account : await createViewer(studio.admin, viewer);
    const opening = contexts.get(viewer) ?? openContext(studio, size, viewer, person);
    if (!isAlone) contexts.set(viewer, opening);
    const context = await opening;
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_TIME);
    try {
      await screen.open({ studio, page, chat: new ChatPage(page), person });
    } catch (error) {
      // Take a screenshot of the last state before the error.
      problems.push(
        `${name} at ${size.width} px: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
    }
    await take(page, screen, size);
    await page.close();
    if (isAlone) await context.close();
  }
  return problems;
}

/** Opens a separate browser session and signs in through the page. */
async function openContext(
  studio: Studio,
  viewport: Size,
  viewer: Viewer,
  person: Account | null,
): Promise<BrowserContext> {
  const page = await studio.newPage({ viewport });
  if (viewer !== 'visitor') {
    await page.goto('/signin');
    await fillSignIn(page, person ?? administrator);
    await page.waitForURL(/\/(?:chat|admin)/);
  }
  await page.close();
  return page.context();
}

/** Creates an account for a viewer who has a new one for each screenshot. */
async function createViewer(admin: SupabaseClient, viewer: Viewer): Promise<Account | null> {
  if (viewer === 'newcomer') return createProfessional(admin);
  return viewer === 'buyer' ? createStarter(admin) : null;
}

const createStarter = (admin: SupabaseClient): Promise<Account> =>
  createAccount(admin, newUser('Ada Lovelace'));

async function createProfessional(admin: SupabaseClient): Promise<Account> {
  const person = await createStarter(admin);
  await admin
    .from('subscriptions')
    .insert({ user_id: person.id, plan: 'professional', source: 'admin' })
    .throwOnError();
  return person;
}

async function createUser(studio: Studio): Promise<Account> {
  const person = await createProfessional(studio.admin);
  for (const { question, reply } of [...sampleReplies, codeChat])
    await storeChat(studio.admin, person.id, question, [question, reply]);
  return person;
}

async function take(page: Page, { name, isWhole = false }: Screen, { width }: Size): Promise<void> {
  await mkdir(join(screenshotFolder, name), { recursive: true });
  // Otherwise, sections and images below the window would be empty.
  if (isWhole) await showAll(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({
      path: join(screenshotFolder, fileOf(name, width, scheme)),
      fullPage: isWhole,
      animations: 'disabled',
      caret: 'initial',
      type: 'jpeg',
      quality: 85,
    });
  }
}

const fileOf = (name: string, width: number, scheme: string): string => join(name, `${width}-${scheme}.jpg`);

/** Returns the file names of a screen, one row per color scheme. */
const filesOf = (name: string) =>
  schemes.map((scheme) => sizes.map(({ width }) => fileOf(name, width, scheme)));

async function showAll(page: Page): Promise<void> {
  await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  await page.evaluate(async () => {
    const pictures = [...document.querySelectorAll('img')];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  });
}
