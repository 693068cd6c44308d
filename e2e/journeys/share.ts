import { type BrowserContext, expect, type Page } from 'playwright/test';
import { findFilesWith } from '../support/find-files.ts';
import type { Place } from '../support/place.ts';
import { fillSignIn, type Person } from '../support/sign-in.ts';
import { storeChat } from '../support/stored-chat.ts';
import { seriousProblems } from '../support/violations.ts';

const secret = 'The clover grows behind the third canary.';
const password = 'four leaf canary';

const allow = ({ admin }: Pick<Place, 'admin'>, value: 'everyone' | 'members') =>
  admin.from('system_settings').update({ setting_value: value }).eq('setting_key', 'sharing').throwOnError();

/** Creates a link to the open chat in the dialog. Returns its URL. */
async function createLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this chat' });
  await expect(dialog.getByRole('region', { name: 'What the link shows' })).toContainText(secret);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByLabel('Password (optional)').fill(password);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const ready = page.getByRole('dialog', { name: 'Your link is ready' });
  const url = await ready.getByLabel('Link', { exact: true }).inputValue();
  await ready.getByRole('button', { name: 'Done' }).click();
  return url;
}

async function enterPassword(page: Page, text: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Open chat' });
  // The sign-in page has a password field too, so wait for this button.
  await expect(button).toBeVisible();
  await page.getByLabel('Password').fill(text);
  await button.click();
}

async function unlock(page: Page): Promise<void> {
  await enterPassword(page, password);
  await expect(page.getByRole('heading', { level: 1, name: 'Meadow' })).toBeVisible();
  await expect(page.getByText(secret)).toBeVisible();
}

interface SharingParts {
  /** The user who is signed in to the chat. */
  readonly owner: { readonly id: string };
  /** The user of another account, who opens the link. */
  readonly reader: Person;
  /** Another browser, without a session. */
  readonly elsewhere: BrowserContext;
}

/**
 * Shares a chat with a password, opens it in a browser without a session, continues it in another account, and revokes
 * the link.
 */
export async function shareChat(place: Place, { owner, reader, elsewhere }: SharingParts): Promise<void> {
  const { page, admin, service, open } = place;
  await allow(place, 'everyone');
  const longLine = `\n\n\`\`\`\n${'clover '.repeat(40)}\n\`\`\``;
  const { id } = await storeChat(admin, owner.id, 'Meadow', ['Where does it grow?', secret + longLine]);
  await open(`/chat?id=${id}`);
  const url = await createLink(page);
  const key = new URL(url).hash.slice(1);
  expect(url).toMatch(new RegExp(`^${service.url}/share/[\\w-]{22}#[\\w-]{43}$`));

  const visitor = await elsewhere.newPage();
  const requested: string[] = [];
  visitor.on('request', (request) =>
    requested.push([request.url(), request.postData(), JSON.stringify(request.headers())].join('\n')),
  );
  const response = await visitor.goto(url);
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(visitor.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
  await enterPassword(visitor, 'three leaf canary');
  await expect(visitor.getByText(/^This password is wrong/)).toBeVisible();
  await unlock(visitor);
  expect(await seriousProblems(visitor)).toEqual([]);
  await visitor.setViewportSize({ width: 390, height: 844 });
  const right = await visitor.locator('pre').evaluate((code) => code.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(390);
  // Neither the key nor the text leaves the browser, and the chat's code is not loaded.
  for (const request of requested)
    for (const text of [key, secret, password]) expect(request).not.toContain(text);
  expect(requested.filter((request) => /\/assets\/(ChatRoute|app|ui|menus|supabase)/.test(request))).toEqual(
    [],
  );
  expect(service.output()).not.toMatch(new RegExp(`${key}|${password}`));
  expect(await findFilesWith(service.dataDir, key, password)).toEqual([]);

  // Continuing opens the sign-in page, which returns to the link. The reader enters the password again, because the
  // page keeps only the key.
  await visitor.getByRole('link', { name: 'Continue in my Clover' }).click();
  await fillSignIn(visitor, reader);
  await enterPassword(visitor, password);
  await expect(visitor).toHaveURL(/\/chat\?id=/);
  await expect(visitor.getByRole('log', { name: 'Conversation' })).toContainText(secret);
  for (const request of requested) expect(request).not.toContain(key);

  // The list shows that the link was opened. Revoking closes it within a second.
  await open('/account/privacy');
  const links = page.getByRole('region', { name: 'Shared chats' });
  await expect(links.getByRole('listitem')).toContainText(/Meadow.*Opened 2 times.*With password/);
  await links.getByRole('button', { name: 'Revoke the link to Meadow' }).click();
  await links.getByRole('button', { name: 'Revoke link' }).click();
  await expect(links.getByText("You haven't shared any chats.")).toBeVisible();
  const late = await elsewhere.newPage();
  const opening = late.waitForResponse('**/rpc/open_shared_chat');
  await late.goto(url);
  expect((await opening).status()).toBe(404);
  await expect(late.getByRole('heading', { level: 1, name: "This chat isn't shared" })).toBeVisible();
}

/** Shares a chat with members: visitors must sign in, and users with an account can open the link. */
export async function shareWithMembers(
  place: Place,
  { owner, reader, elsewhere }: SharingParts,
): Promise<void> {
  const { page, admin, open } = place;
  await allow(place, 'members');
  const { id } = await storeChat(admin, owner.id, 'Meadow', ['Where does it grow?', secret]);
  await open(`/chat?id=${id}`);
  const visitor = await elsewhere.newPage();
  await visitor.goto(await createLink(page));
  await visitor.getByRole('link', { name: 'Sign in', exact: true }).last().click();
  await fillSignIn(visitor, reader);
  await unlock(visitor);
}
