import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { waitFor } from '../lib/figures.ts';
import { Device } from './device.ts';
import type { Lane } from './lane.ts';
import { longText, wordPause } from './long-text.ts';
import { Random } from '../lib/random.ts';
import { readStored } from './stored.ts';

export interface LongReplyPlan {
  readonly seconds: number;
  readonly reloads: number;
  readonly cuts: number;
  /** How long the first device's tab is closed; 0 for never. */
  readonly closedSeconds: number;
}

export interface LongReplyFigures {
  readonly characters: number;
  readonly vendorCalls: number;
  readonly reloads: number;
  readonly cuts: number;
  /** How often a growing reply was read on a device and compared. */
  readonly readings: number;
  /** The failures: repeated, missing or misplaced characters, on a device or in the database. */
  readonly failures: readonly string[];
}

/** Reads the reply on the page. Null if it shows no reply yet. */
const readReply = (page: Page): Promise<string | null> =>
  page
    .evaluate(() => {
      const replies = document.querySelectorAll('[role="log"] article:not([aria-label="You"])');
      return replies[replies.length - 1]?.children[1]?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? null;
    })
    // This call fails while the page is loading.
    .catch(() => null);

/**
 * Runs one long reply: the first device is reloaded, disconnected and closed, and a second one joins. Every character
 * must be shown once and in order, at each moment and at the end, and be written by one call of the vendor.
 */
export async function proveLongReply(lane: Lane, plan: LongReplyPlan): Promise<LongReplyFigures> {
  const text = longText(plan.seconds);
  const token = `h${Date.now()}t0`;
  let vendorCalls = 0;
  lane.vendor.answerAbout(token, () => {
    vendorCalls += 1;
    return { kind: 'pace', between: wordPause, text };
  });
  const account = await lane.newAccount(2, null);
  const devices = account.sessions.map(
    (session) =>
      new Device({
        lane,
        session,
        clock: 0,
        isInstalled: false,
        onNotice: () => {},
      }),
  );
  const [first, second] = devices as [Device, Device];
  const failures: string[] = [];
  let readings = 0;
  const compare = async (device: Device, name: string) => {
    const shown = device.page ? await readReply(device.page) : null;
    if (shown === null) return;
    readings += 1;
    if (!text.startsWith(shown))
      failures.push(`${name} shows "${shown.slice(-80)}" after ${shown.length} characters`);
  };
  const done = { reloads: 0, cuts: 0 };
  try {
    await first.start();
    await first.openPage.locator('textarea[aria-label="Message"]').fill(`${token} tell me everything`);
    await first.openPage.keyboard.press('Enter');
    await waitFor(() => first.page && readReply(first.page), 20_000, 'the first word');
    const started = performance.now();
    const share = () => (performance.now() - started) / (plan.seconds * 1000);

    // The second device joins after a fifth of the reply and only watches.
    const joins = async () => {
      await waitFor(() => share() > 0.2, plan.seconds * 1000, 'a fifth of the reply');
      await second.start();
      await openFirstChat(second.openPage);
    };
    const disturbs = async () => {
      const acts = [
        ...Array.from({ length: plan.reloads }, () => 'reload' as const),
        ...Array.from({ length: plan.cuts }, () => 'cut' as const),
      ];
      const random = new Random(plan.reloads);
      for (const [place, act] of acts.toSorted(() => random.next() - 0.5).entries()) {
        // Spread over the middle of the reply.
        const due = 0.05 + (0.85 * place) / acts.length;
        await waitFor(() => share() > due, plan.seconds * 2000, 'the next disturbance');
        if (share() > 0.97) break;
        if (act === 'cut') {
          await first.setNetwork('down', place % 2 === 0);
          await pause(500);
          await first.setNetwork('up', place % 2 === 0);
          done.cuts += 1;
        } else if (await first.reload()) done.reloads += 1;
        if (plan.closedSeconds > 0 && place === Math.floor(acts.length / 2)) {
          await first.closeTab();
          await pause(plan.closedSeconds * 1000);
          await first.openTab();
          await openFirstChat(first.openPage);
        }
      }
    };
    let isOver = false;
    const watches = async () => {
      while (!isOver) {
        await compare(first, 'the first device');
        await compare(second, 'the second device');
        await pause(100);
      }
    };
    const watching = watches();
    await Promise.all([joins(), disturbs()]);
    const isWhole = async (device: Device) => (await readReply(device.openPage)) === text;
    for (const [index, device] of devices.entries())
      await waitFor(() => isWhole(device), plan.seconds * 1000 + 30_000, 'the whole reply').catch(
        async () => {
          const shown = (await readReply(device.openPage)) ?? '';
          failures.push(`device ${index} ends with ${shown.length} of ${text.length} characters`);
        },
      );
    isOver = true;
    await watching;
    const stored = await readStored(lane.admin, account.userId);
    const replies = stored.messages.filter(({ role }) => role === 'assistant');
    if (replies.length !== 1) failures.push(`${replies.length} replies are stored`);
    if (replies[0]?.content !== text)
      failures.push(`${replies[0]?.content.length ?? 0} of ${text.length} characters are stored`);
    if (vendorCalls !== 1) failures.push(`the vendor got ${vendorCalls} requests`);
  } finally {
    for (const device of devices) device.stop();
  }
  return { characters: text.length, vendorCalls, ...done, readings, failures };
}

async function openFirstChat(page: Page): Promise<void> {
  const line = page.locator('nav[aria-label="Chats"] [data-line]').first();
  await line.click({ timeout: 15_000 });
}
