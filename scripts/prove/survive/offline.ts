import type { SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright';
import { storeChat } from '../../../e2e/support/stored-chat.ts';
import { median, waitFor } from '../lib/figures.ts';
import { readDeviceRows } from './device-rows.ts';
import { Device } from './device.ts';
import type { Lane } from './lane.ts';
import { readStored } from './stored.ts';

export interface OfflineFigures {
  /** The median milliseconds from opening a window until the chat is readable, with and without the service. */
  readonly online: number;
  readonly offline: number;
  /** The maximum number of frames from a route change until the chat's messages were drawn, without the service. */
  readonly frames: number;
  /** The number of stored chats that the search finds without the service. */
  readonly found: number;
  readonly chats: number;
  /**
   * The number of messages that were sent while the service was stopped, and of those that were stored and answered
   * later.
   */
  readonly sent: number;
  readonly arrived: number;
  readonly failures: readonly string[];
}

export interface OfflinePlan {
  readonly chats: number;
  readonly openings: number;
  readonly sends: number;
}

const wordOf = (chat: number) => `needle${chat}needle`;

/** Stores chats whose last messages each contain a unique word. */
async function storeChats(admin: SupabaseClient, userId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let chat = 0; chat < count; chat += 1) {
    const texts = Array.from({ length: 10 }, (_, message) =>
      message === 9 ? `The last one says ${wordOf(chat)}.` : `Message ${message} of conversation ${chat}.`,
    );
    ids.push((await storeChat(admin, userId, `Conversation ${chat}`, texts)).id);
  }
  return ids;
}

/** Measures the milliseconds from a new window's navigation until it shows a text. */
async function timeToRead(device: Device, path: string, text: string): Promise<number> {
  const page = await device.newTab();
  try {
    await page.addInitScript((wanted) => {
      const look = () => {
        if (document.body?.textContent?.includes(wanted))
          document.documentElement.dataset['readAfter'] = String(performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, text);
    await page.goto(path, { waitUntil: 'commit', timeout: 15_000 });
    const shown = page.locator('html[data-read-after]');
    await shown.waitFor({ state: 'attached', timeout: 15_000 });
    return Number(await shown.getAttribute('data-read-after'));
  } finally {
    await page.close();
  }
}

/**
 * Counts the frames from a route change to the one that draws a known chat's messages, after a click on its row. 0:
 * both are drawn in one frame.
 */
const framesToRead = (page: Page, id: string, text: string) =>
  page.evaluate(
    ([chat, wanted]) =>
      new Promise<number>((resolve) => {
        let frames = -1;
        const look = () => {
          if (frames >= 0 || new URLSearchParams(location.search).get('id') === chat) frames += 1;
          if (frames >= 0 && document.querySelector('[role="log"]')?.textContent?.includes(wanted))
            resolve(frames);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        document.querySelector<HTMLElement>(`[data-line="${chat}"]`)?.click();
      }),
    [id, text] as const,
  );

async function medianTime(device: Device, path: string, text: string, openings: number): Promise<number> {
  const times: number[] = [];
  for (let opening = 0; opening < openings; opening += 1) times.push(await timeToRead(device, path, text));
  return median(times);
}

async function isSaved(page: Page, userId: string, words: readonly string[]): Promise<boolean> {
  const all = JSON.stringify(await readDeviceRows(page, userId));
  return words.every((word) => all.includes(word));
}

/** Opens, searches and sends in the installed app while the service is stopped. */
export async function proveOffline(
  lane: Lane,
  { chats, openings, sends }: OfflinePlan,
): Promise<OfflineFigures> {
  const account = await lane.newAccount(1, null);
  const ids = await storeChats(lane.admin, account.userId, chats);
  const device = new Device({
    lane,
    session: account.sessions[0] ?? '',
    clock: 0,
    isInstalled: true,
    onNotice: () => {},
  });
  const failures: string[] = [];
  try {
    await device.start();
    const page = device.openPage;
    // Chats that are not preloaded are stored when they are opened.
    for (const [chat, id] of ids.slice(0, -20).entries()) {
      await page.goto(`/chat?id=${id}`);
      await waitFor(
        () => isSaved(page, account.userId, [wordOf(chat)]),
        30_000,
        'an opened chat on the device',
      );
    }
    await page.goto('/chat');
    const words = ids.map((_, chat) => wordOf(chat));
    await waitFor(() => isSaved(page, account.userId, words), 60_000, 'all chats on the device');
    const path = `/chat?id=${ids.at(-1)}`;
    const lastWord = wordOf(ids.length - 1);
    // The first opening fills the browser's caches.
    await timeToRead(device, path, lastWord);
    const online = await medianTime(device, path, lastWord, openings);

    await lane.service.signal('SIGKILL');
    const offline = await medianTime(device, path, lastWord, openings);
    await page.goto('/chat', { timeout: 15_000 });
    const search = page.locator('input[type="search"]');
    let found = 0;
    for (const [chat, word] of words.entries()) {
      await search.fill(word);
      const hit = page.locator('nav[aria-label="Chats"]', { hasText: word });
      const isFound = await hit.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
      if (isFound) found += 1;
      else failures.push(`the search does not find "Conversation ${chat}"`);
    }
    await search.fill('');
    const frames: number[] = [];
    for (let chat = chats - openings; chat < chats; chat += 1) {
      const id = ids[chat] ?? '';
      await page.locator(`[data-line="${id}"]`).waitFor();
      frames.push(await framesToRead(page, id, wordOf(chat)));
    }
    const mostFrames = Math.max(...frames);
    if (mostFrames > 1) failures.push(`a known chat is drawn ${mostFrames} frames after the route changed`);
    const token = `h${Date.now()}`;
    const texts = Array.from({ length: sends }, (_, index) => `${token}t${index} written offline`);
    for (const [index, text] of texts.entries()) {
      await page.locator(`[data-line="${ids.at(-1 - index)}"]`).click();
      await page.waitForURL((url) => url.searchParams.get('id') === ids.at(-1 - index));
      await page.locator('textarea[aria-label="Message"]').fill(text);
      await page.keyboard.press('Enter');
      await page.locator('[role="log"] output', { hasText: 'Waiting' }).waitFor({ timeout: 5_000 });
    }
    // The waiting messages are on the device, not in the tab.
    await page.reload();
    await lane.kill();
    const countArrived = async () => {
      const { messages } = await readStored(lane.admin, account.userId);
      return texts.filter((text) => {
        const [question, ...others] = messages.filter(({ content }) => content === text);
        return question && others.length === 0 && messages.some(({ parent_id }) => parent_id === question.id);
      }).length;
    };
    await waitFor(async () => (await countArrived()) === sends, 60_000, 'the messages').catch(() => null);
    const arrived = await countArrived();
    if (arrived < sends) failures.push(`${sends - arrived} of ${sends} messages did not arrive`);
    if (offline > online * 1.2) failures.push('offline takes more than 1.2x the time');
    return { online, offline, frames: mostFrames, found, chats, sent: sends, arrived, failures };
  } finally {
    device.stop();
  }
}
