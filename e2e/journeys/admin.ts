// Administrators' actions in the console, on the web and in the desktop app.
import { expect } from 'playwright/test';
import { createAccount } from '../support/administrator.ts';
import type { Place } from '../support/place.ts';
import type { Person } from '../support/sign-in.ts';

/** An account as the console lists it. */
export interface Account extends Person {
  readonly id: string;
}

export async function createAccounts({ admin }: Place, ...people: readonly Person[]): Promise<Account[]> {
  return Promise.all(people.map((person) => createAccount(admin, person)));
}

/** Chooses an entry from a user's menu in the list. */
export async function chooseAction({ page }: Place, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** On the users page: creates an account, bans it using only the keyboard, and undoes the ban. */
export async function createBanAndUndo({ page, admin }: Place, { name, email }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Create user' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(form).toHaveCount(0);

  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: `Actions for ${name}` }).focus();
  await page.keyboard.press('Enter');
  const ban = page.getByRole('menuitem', { name: 'Ban', exact: true });
  await expect(ban).toBeVisible();
  await ban.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Reason (optional)')).toBeFocused();
  await page.keyboard.type('Sent spam');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).press('Enter');
  await expect(row.getByText('Banned')).toBeVisible();
  const { data } = await admin
    .from('user_activity_logs')
    .select('user_id')
    .contains('action_details', { reason: 'Sent spam' })
    .single()
    .throwOnError();
  const { count } = await admin
    .from('user_roles')
    .select('*', { count: 'exact', head: true })
    .match({ user_id: data?.user_id, role: 'banned' })
    .throwOnError();
  expect(count).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText('Active')).toBeVisible();
}

export async function readLogOf({ page }: Place, { name }: Pick<Person, 'name'>): Promise<void> {
  await page.getByRole('searchbox').fill('no such user');
  await expect(page.getByText('No matching users')).toBeVisible();
  await page.getByRole('searchbox').fill(name.toLowerCase());
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link', { name })
    .click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Audit log of this account' }).click();
  await expect(page.getByRole('heading', { name: 'Logs' })).toBeVisible();
  await page.getByRole('button', { name: 'Details of Role granted' }).click();
  await expect(page.getByText('Sent spam')).toHaveCount(1);
}

/** On the vendors page: enters a key using only the keyboard. The key must never be shown again. */
export async function setVendorKey({ page }: Place, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Set key: OpenAI' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeFocused();
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Key set, ends in ${key.slice(-4)}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace key: OpenAI' })).toBeFocused();
}

/** On the vendors page: tests a local server and sets its default model. The dialog stays open. */
export async function tryLocalVendor({ page, vendor }: Place): Promise<void> {
  await page.getByRole('button', { name: 'Edit: Ollama' }).click();
  await page.getByLabel('Endpoint').fill(vendor.endpoints.ollama);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Test connection: Ollama' }).click();
  await expect(page.getByText(/^Connection successful \(\d+ms\)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Models: Ollama' }).click();
  await page.getByRole('button', { name: 'Make default: gpt-4o-mini' }).click();
  await expect(page.getByRole('dialog').getByText('Default', { exact: true })).toBeVisible();
}

/** On the vendors page: adds a vendor from a template, then the models that the vendor lists. */
export async function addVendor(
  { page, vendor }: Place,
  key: string,
  inForm: () => Promise<void> = async () => {},
): Promise<void> {
  await page.getByRole('button', { name: 'Add provider' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Provider').selectOption('Mistral');
  await form.getByLabel('Display name').fill('The Hub');
  await form.getByLabel('Endpoint').fill(`${vendor.url}/v1`);
  await form.getByLabel('API key', { exact: true }).fill(`${key} `);
  await inForm();
  await form.getByRole('button', { name: 'Add provider' }).click();
  const row = page.getByRole('listitem', { name: /^The Hub/ });
  await expect(row.getByText(`Key set, ends in ${key.slice(-4)}`)).toBeVisible();
  await page.getByRole('button', { name: 'Test connection: The Hub' }).click();
  // The vendor has no models yet, so the test uses one that the vendor lists.
  await expect(row.getByText(/^Connection successful/)).toBeVisible();
  await row.getByRole('link', { name: 'Choose models' }).click();
  const chosen = page.getByLabel('Provider', { exact: true }).locator('option:checked');
  await expect(chosen).toHaveText('The Hub');
  await page.getByRole('button', { name: "Add from the provider's list" }).click();
  await page.getByRole('button', { name: 'Add all 4 models' }).click();
  await expect(page.getByText('4 models added')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('switch', { name: 'gpt-4o-mini is available' })).toBeChecked();
}

export async function activateLocalVendor({ page }: Place): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Activate: Ollama' }).click();
  await page.getByRole('button', { name: 'Activate Ollama' }).click();
  await expect(page.getByText('Switched to Ollama')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

export interface ViewedUser {
  readonly setConsent: (isGiven: boolean) => Promise<void>;
  /** Counts the user's access receipts. Opening the view, each viewed page and closing the view add one each. */
  readonly countReceipts: () => Promise<number>;
}

/**
 * Views an account three times from the list of users. The chats' titles and texts are visible only while the user
 * allows it. Each viewed page is logged and listed among the user's receipts.
 */
export async function viewWithConsent(
  place: Place,
  { id, name }: Account,
  person: ViewedUser,
): Promise<void> {
  const { page, admin } = place;
  const chat = { id: crypto.randomUUID(), user_id: id, title: 'A private title' };
  await admin.from('chat_history').insert(chat).throwOnError();
  const message = {
    chat_id: chat.id,
    user_id: id,
    role: 'user',
    content: 'A private text',
    origin: 'import',
  };
  await admin.from('chat_messages').insert(message).throwOnError();
  const startView = async () => {
    await chooseAction(place, name, 'View as this user');
    await page.getByRole('dialog').getByRole('button', { name: 'Start view' }).click();
    await expect(page.getByText(`You are viewing ${name}, read-only`)).toBeVisible();
  };
  const endView = async () => {
    await page.getByRole('button', { name: 'Stop viewing' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  };

  await startView();
  await page.getByRole('button', { name: /^Open Chat from/ }).click();
  await expect(page.getByText(/^Hidden:/)).toBeVisible();
  await expect(page.getByText(/A private/)).toHaveCount(0);
  await endView();

  await person.setConsent(true);
  await startView();
  await page.getByRole('button', { name: 'Open A private title' }).click();
  await expect(page.getByText('A private text')).toBeVisible();

  await person.setConsent(false);
  await page.reload();
  await page.getByRole('button', { name: /^Open Chat from/ }).click();
  await expect(page.getByText(/^Hidden:/)).toBeVisible();
  await expect(page.getByText(/A private/)).toHaveCount(0);
  await endView();

  const { count } = await admin
    .from('user_activity_logs')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', id)
    .in('action_type', ['user.impersonate', 'user.view', 'user.end-impersonation'])
    .throwOnError();
  // The administrator opened and closed two views (4), and viewed the account, the chat list and one chat three times
  // each (9).
  expect(count).toBeGreaterThanOrEqual(4 + 9);
  expect(await person.countReceipts()).toBe(count);
}
