// A signed-in page of the built app whose replies come from a fake vendor.
import type { Browser, Page } from 'playwright';
import { fillSignIn } from '../../../e2e/support/sign-in.ts';
import type { FakeVendor } from '../../../e2e/vendor/vendor.ts';
import type { ServiceProcess } from '../../prove/lib/service-process.ts';

/** Connects the vendor with these models and without a key, and creates a user who may use them all. */
export async function prepareChat(
  { admin }: ServiceProcess,
  vendor: FakeVendor,
  models: readonly string[] = ['bench/one'],
) {
  await admin.from('api_vendors').update({ is_active: false }).eq('is_active', true).throwOnError();
  const { data } = await admin
    .from('api_vendors')
    .update({ is_active: true, endpoint_url: vendor.endpoints.ollama })
    .eq('name', 'ollama')
    .select('id')
    .single()
    .throwOnError();
  const rows = models.map((model_id) => ({ vendor_id: String(data.id), model_id, display_name: model_id }));
  await admin.from('api_vendor_models').insert(rows).throwOnError();
  const person = { email: 'bench@example.test', password: 'a good long password' };
  const created = await admin.auth.admin.createUser({ ...person, email_confirm: true });
  if (created.error) throw created.error;
  const { id } = created.data.user;
  await admin
    .from('subscriptions')
    .insert({ user_id: id, plan: 'professional', source: 'admin' })
    .throwOnError();
  return { ...person, id };
}

export async function openChatPage(
  browser: Browser,
  url: string,
  person: { readonly email: string; readonly password: string },
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto('/signin?redirectTo=/chat');
  await fillSignIn(page, person);
  await page.getByText('What can I help with?').waitFor();
  return page;
}

export async function sendInNewChat(page: Page, text: string): Promise<void> {
  await page.goto('/chat');
  await sendMessage(page, text);
}

export async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send message' }).click();
}

/** Waits until no reply is arriving. */
export const replyEnded = (page: Page) =>
  page.getByRole('button', { name: /^Stop/ }).first().waitFor({ state: 'detached' });
