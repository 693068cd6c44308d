import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, type Page } from 'playwright/test';
import type { Behaviour, FakeVendor, RecordedRequest } from '../vendor/vendor.ts';
import { ChatPage } from './chat-page.ts';

/** Connects the fake vendor over HTTP, as an administrator would connect a model server of the house: it and no other. */
export async function connectVendor(admin: SupabaseClient, vendor: FakeVendor): Promise<void> {
  const off = await admin.from('api_vendors').update({ is_active: false }).eq('is_active', true);
  const on = await admin
    .from('api_vendors')
    .update({ is_active: true, endpoint_url: vendor.endpoints.ollama })
    .eq('name', 'ollama');
  // All guests of a run come from one address.
  const limit = await admin
    .from('system_settings')
    .update({ setting_value: '1000' })
    .in('setting_key', ['guest_address_messages_per_day', 'guest_messages_per_day']);
  const alone = await admin
    .from('system_settings')
    .update({ setting_value: 'false' })
    .eq('setting_key', 'failover');
  const error = off.error ?? on.error ?? limit.error ?? alone.error;
  if (error) throw new Error(`The vendor could not be connected: ${error.message}`);
}

/** Screens ask for lists of models, and whether the vendor answers (one token), on their own. */
const isAside = ({ path, body }: RecordedRequest) =>
  path.endsWith('/models') || (body as { readonly max_tokens?: unknown } | null)?.max_tokens === 1;

/** The vendor's completion requests, without lists of models and connection tests. */
export const callsTo = (vendor: FakeVendor) => vendor.requests.filter((request) => !isAside(request));

/** The next replies and images behave like this; lists of models and connection tests are let by. */
export function scriptReplies(vendor: FakeVendor, ...behaviours: readonly Behaviour[]): void {
  const left = [...behaviours];
  vendor.always((request) => (isAside(request) ? undefined : left.shift()));
}

/** The same on every target: a message, a reply that streams, a reload, and both are still there. */
export async function talkAndReload(page: Page, vendor: FakeVendor): Promise<void> {
  const chat = new ChatPage(page);
  const end = Promise.withResolvers<void>();
  scriptReplies(vendor, {
    kind: 'pace',
    between: 25,
    end: end.promise,
    text: 'A clover has **three** leaves, and rarely a fourth. '.repeat(16),
  });
  const stored = page.waitForResponse(
    (response) =>
      response.url().includes('/rest/v1/chat_messages') &&
      response.request().postData()?.includes('"assistant"') === true,
  );
  await chat.send('How many leaves has a clover?');
  await expect(chat.message('How many leaves has a clover?')).toBeVisible();
  // Text while the reply can still be stopped: it arrives in pieces, not at the end.
  await expect(chat.message('A clover has three leaves')).toBeVisible();
  await expect(chat.stop).toBeVisible();
  end.resolve();
  await chat.replyEnds();
  // A page that leaves earlier stores the reply once more when it is back, which the service answers with a conflict.
  await stored;
  await expect(page).toHaveURL(/\/chat\?id=[0-9a-f-]{36}$/);

  await page.reload();
  await expect(chat.message('How many leaves has a clover?')).toHaveCount(1);
  await expect(chat.message('A clover has three leaves')).toHaveCount(1);
  await expect(chat.message('A clover has three leaves').locator('strong').first()).toHaveText('three');
  await expect(await chat.entry(/How many leaves has a clover/)).toBeVisible();
}
