import type { Locator, Page } from 'playwright';
import { waitFor } from '../lib/figures.ts';
import { type Act, isListAct, type ListAct } from './acts.ts';
import type { Device } from './device.ts';
import type { Ledger } from './ledger.ts';

/** The result of an act; `impossible` if the page didn't offer it. */
type Result = 'done' | 'impossible';

interface Actor {
  readonly device: Device;
  readonly index: number;
  readonly ledger: Ledger;
}

/**
 * Milliseconds to wait until the composer has sent a message. Shortly after a reply, sending waits a moment [CHAT-057].
 */
const sendLimit = 5_000;

const input = (page: Page) => page.locator('textarea[aria-label="Message"]');
const lines = (page: Page) => page.locator('nav[aria-label="Chats"] [data-line]');
const log = (page: Page) => page.locator('[role="log"]');

/** Returns the id of a chat in the list, whether the chat is stored or not. */
const chatIdOf = async (line: Locator) =>
  (await line.getAttribute('data-line'))?.replace('optimistic_', '') ?? '';

/** Returns the ids and texts of the messages on the page. */
const rowsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="log"] [data-message]')].map((row) => ({
      id: row.dataset['message'] ?? '',
      isOwn: row.querySelector('article')?.getAttribute('aria-label') === 'You',
      text: row.textContent ?? '',
    })),
  );

/** Returns the user's last message at or above a position in the conversation. */
function questionAbove(rows: Awaited<ReturnType<typeof rowsOf>>, place: number): string {
  return rows.slice(0, place + 1).findLast(({ isOwn }) => isOwn)?.text ?? '';
}

/** Picks one of several elements by a number from 0 to 1. Null if there are none. */
async function chosen(elements: Locator, roll: number): Promise<Locator | null> {
  const count = await elements.count();
  return count === 0 ? null : elements.nth(Math.floor(roll * count));
}

async function openChat(page: Page, roll: number): Promise<string | null> {
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('nav[aria-label="Chats"] [data-line]')]
      .map((line) => line.dataset['line'] ?? '')
      .toSorted((one, other) => one.localeCompare(other)),
  );
  const id = ids[Math.floor(roll * ids.length)];
  if (id === undefined) return null;
  await page.locator(`[data-line="${id}"]`).click();
  // Wait for the list to mark the chat, because the URL changes earlier.
  const chatId = id.replace('optimistic_', '');
  // The chat may be stored in the meantime, which changes the attribute's prefix.
  await page.locator(`[data-line$="${chatId}"][aria-current="page"]`).waitFor();
  return chatId;
}

/** Types after the composer's text. Returns the whole text. */
async function typeText(page: Page, text: string): Promise<string> {
  // Use keys, because setting the value would overwrite a text that returns to the draft at this moment.
  await input(page).press('ControlOrMeta+End');
  await page.keyboard.insertText(` ${text}`);
  return (await input(page).inputValue()).trim();
}

async function submit(
  { device, index, ledger }: Actor,
  chatId: string | null,
  words: number,
): Promise<Result> {
  const page = device.openPage;
  const { token, text } = ledger.compose(words);
  const whole = await typeText(page, text);
  ledger.type(token, text, index).chatId = chatId;
  // Record the request before the key press, which may take effect even if this act fails. A reply is then allowed but
  // not required.
  ledger.ask(whole);
  await input(page).press('Enter');
  // The composer is empty once the message is sent or queued. Just after a reply, sending waits a moment.
  const isTaken = await waitFor(
    async () => !(await input(page).inputValue()).includes(token),
    sendLimit,
    'the composer',
  ).then(
    () => true,
    () => false,
  );
  if (!isTaken) return 'impossible';
  const line = page.locator('nav[aria-label="Chats"] [data-line][aria-current="page"]');
  const known =
    chatId ??
    (await line
      .first()
      .waitFor()
      .then(() => chatIdOf(line.first()))
      .catch(() => null));
  ledger.send(whole, known);
  return 'done';
}

async function newChat(page: Page): Promise<void> {
  await page.locator('button[aria-label="New chat"]').click();
  await page.locator('[data-line][aria-current="page"]').waitFor({ state: 'detached' });
}

/** Presses one of the open conversation's buttons that request another reply. */
async function askAgain({ ledger }: Actor, button: Locator | null): Promise<Result> {
  // Use the element itself, because the button's position may change at any moment.
  const element = await button?.elementHandle();
  if (!element) return 'impossible';
  const question = await element.evaluate((pressed) => {
    const rows = [...document.querySelectorAll('[role="log"] [data-message]')];
    const place = rows.findIndex((row) => row.contains(pressed));
    const isOwn = (row: Element) => row.querySelector('article')?.getAttribute('aria-label') === 'You';
    // The question may have several paragraphs: a returned draft and a new text.
    return rows.slice(0, place + 1).findLast(isOwn)?.textContent ?? '';
  });
  ledger.ask(question);
  await element.click();
  return 'done';
}

const enabled = ':not([aria-disabled="true"]):not([disabled])';

/** Performs the user's act in one chat of one device. */
export async function performInChat(
  actor: Actor,
  act: Extract<Act, { readonly roll: number }>,
): Promise<Result> {
  const { device, index, ledger } = actor;
  const page = device.openPage;
  if (isListAct(act.kind)) return changeChat(actor, act.kind, act.roll);
  const chatId = await openChat(page, act.roll);
  if (chatId === null) return 'impossible';
  const roll = (act.roll * 7) % 1;
  const one = (selector: string) => chosen(log(page).locator(selector), roll);
  switch (act.kind) {
    case 'open-chat':
      return 'done';
    case 'send':
    case 'queue':
      return submit(actor, chatId, act.words);
    case 'edit': {
      const button = await one(`button[aria-label="Edit message"]${enabled}`);
      if (!button) return 'impossible';
      await button.click();
      const { token, text } = ledger.compose(act.words);
      const field = page.locator('textarea[aria-label="Edit your message"]');
      await field.fill(text);
      ledger.type(token, text, index).chatId = chatId;
      ledger.ask(text);
      await field.press('Enter');
      ledger.send(text, chatId);
      return 'done';
    }
    case 'regenerate':
      return askAgain(actor, await one(`button[aria-label="Regenerate"]${enabled}`));
    case 'continue':
      return askAgain(actor, await one(`button:text-is("Continue")${enabled}`));
    case 'retry':
      return askAgain(actor, await one(`button:text-is("Retry")${enabled}`));
    case 'stop': {
      const button = page.locator('button[aria-label="Stop"]');
      if ((await button.count()) === 0) return 'impossible';
      const question = questionAbove(await rowsOf(page), Infinity);
      await button.click();
      for (const typed of ledger.tokensIn(question)) typed.isStopped = true;
      return 'done';
    }
    case 'version': {
      const arrow = `button:is([aria-label="Previous version"], [aria-label="Next version"])${enabled}`;
      const button = await one(arrow);
      await button?.click();
      return button ? 'done' : 'impossible';
    }
    case 'cancel': {
      const button = await one(`output button:is(:text-is("Cancel"), :text-is("Remove"))`);
      if (!button) return 'impossible';
      const text = await button.evaluate((element) => element.closest('[data-message]')?.textContent);
      await button.click();
      ledger.withdraw(text ?? '');
      return 'done';
    }
  }
}

/** Renames, pins, archives or deletes a stored chat in the list, with the keyboard or the chat's menu. */
async function changeChat({ device, index, ledger }: Actor, kind: ListAct, roll: number): Promise<Result> {
  const page = device.openPage;
  const place = await chosen(lines(page).and(page.locator(':not([data-line^="optimistic_"])')), roll);
  if (!place) return 'impossible';
  const chatId = await chatIdOf(place);
  // Find the chat by its id, because its position in the list may change at any moment.
  const line = page.locator(`[data-line="${chatId}"]`);
  // Assign the chat to a message that was sent before its chat was listed. The title contains the message.
  ledger.locate((await line.textContent()) ?? '', chatId);
  if (kind === 'rename') {
    const title = ledger.title();
    await line.press('F2');
    const field = page.locator('input[aria-label="Chat title"]');
    await field.fill(title);
    await field.press('Enter');
    ledger.rename(chatId, index, title);
    return 'done';
  }
  if (kind === 'delete') {
    // Record the deletion before the key press, which may take effect even if this act fails.
    ledger.deletedChats.add(chatId);
    await line.press('Delete');
    await line.waitFor({ state: 'detached' });
    ledger.goneChats.add(chatId);
    return 'done';
  }
  await page.locator('li', { has: line }).locator('button[aria-label^="Options for"]').click();
  if (kind === 'archive') {
    ledger.archivedChats.add(chatId);
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    return 'done';
  }
  const item = page.getByRole('menuitem', { name: /^(Pin|Unpin)$/ });
  // Read and click in one step, because another device may pin or archive the chat in between.
  const isPinned = await item.evaluate((element: HTMLElement) => {
    if (!element.isConnected) return null;
    const isPin = element.textContent === 'Pin';
    element.click();
    return isPin;
  });
  if (isPinned === null) return 'impossible';
  ledger.pin(chatId, index, isPinned);
  return 'done';
}

/** Performs the user's act on the page of a new chat. */
export async function performInNewChat(
  actor: Actor,
  { kind, words }: { readonly kind: 'send-new' | 'type'; readonly words: number },
): Promise<Result> {
  const page = actor.device.openPage;
  await newChat(page);
  if (kind === 'send-new') return submit(actor, null, words);
  const { token, text } = actor.ledger.compose(words);
  await typeText(page, text);
  actor.ledger.type(token, text, actor.index);
  return 'done';
}
