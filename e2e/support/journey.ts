import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, type Page } from 'playwright/test';
import type { Behavior, FakeVendor, RecordedRequest } from '../vendor/vendor.ts';
import { ChatPage } from './chat-page.ts';

/**
 * Makes the fake vendor the only active one, as if an administrator had connected a local model server. Also raises the
 * limits of guests, and turns failover off.
 */
export async function connectVendor(admin: SupabaseClient, vendor: FakeVendor): Promise<void> {
  const off = await admin.from('api_vendors').update({ is_active: false }).eq('is_active', true);
  const on = await admin
    .from('api_vendors')
    .update({ is_active: true, endpoint_url: vendor.endpoints.ollama })
    .eq('name', 'ollama');
  // All guests of a run share one IP address, so its limit must be high.
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

/** Returns whether a screen itself sent the request, for a model list or to test the connection (one token). */
const isAside = ({ path, body }: RecordedRequest) =>
  path.endsWith('/models') ||
  path.endsWith('/tags') ||
  (body as { readonly max_tokens?: unknown } | null)?.max_tokens === 1;

/** Returns the vendor's completion requests, without model lists and connection tests. */
export const callsTo = (vendor: FakeVendor) => vendor.requests.filter((request) => !isAside(request));

/** Scripts the next replies and images. Model lists and connection tests are not affected. */
export function scriptReplies(vendor: FakeVendor, ...behaviors: readonly Behavior[]): void {
  const left = [...behaviors];
  vendor.always((request) => (isAside(request) ? undefined : left.shift()));
}

/** Sends a message, receives a streamed reply, reloads, and finds both. */
export async function talkAndReload(page: Page, vendor: FakeVendor): Promise<void> {
  const chat = new ChatPage(page);
  const end = Promise.withResolvers<void>();
  scriptReplies(vendor, {
    kind: 'pace',
    between: 25,
    end: end.promise,
    text: 'A clover has **three** leaves, and rarely a fourth. '.repeat(16),
  });
  await chat.send('How many leaves has a clover?');
  await expect(chat.message('How many leaves has a clover?')).toBeVisible();
  // The text and Stop are visible together: the text arrives in pieces, not only at the end.
  await expect(chat.message('A clover has three leaves')).toBeVisible();
  await expect(chat.stop).toBeVisible();
  end.resolve();
  await chat.replyEnds();
  await expect(page).toHaveURL(/\/chat\?id=[0-9a-f-]{36}$/);

  await page.reload();
  await expect(chat.message('How many leaves has a clover?')).toHaveCount(1);
  await expect(chat.message('A clover has three leaves')).toHaveCount(1);
  await expect(chat.message('A clover has three leaves').locator('strong').first()).toHaveText('three');
  await expect(await chat.entry(/How many leaves has a clover/)).toBeVisible();
}
