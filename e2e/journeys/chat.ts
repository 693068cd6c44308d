// A user's actions in a chat, on the web and in the desktop app.
import { expect } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import type { Place } from '../support/place.ts';

const words = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ');

/** Reloads in the middle of a reply. It must continue with the next character. The vendor must be called only once. */
export async function reloadDuringReply({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const end = Promise.withResolvers<void>();
  const earlier = callsTo(vendor).length;
  scriptReplies(vendor, { kind: 'pace', between: 60, end: end.promise, text: words });
  await chat.send('Count your words');
  await expect(chat.message('word9 ')).toBeVisible();
  await page.reload();

  const reply = chat.message('word0 word1 ');
  await expect(reply).toHaveCount(1);
  await expect(chat.stop).toBeVisible();
  // The reply is still streaming.
  await expect(chat.message('word79')).toBeVisible();
  await expect(chat.stop).toBeVisible();
  end.resolve();
  await chat.replyEnds();
  await expect(reply.locator('p').filter({ hasText: 'word0' })).toHaveText(words);
  await expect(chat.message('Count your words')).toHaveCount(1);
  expect(callsTo(vendor)).toHaveLength(earlier + 1);

  await page.reload();
  await expect(reply.locator('p').filter({ hasText: 'word0' })).toHaveText(words);
  expect(callsTo(vendor)).toHaveLength(earlier + 1);
}
