import type { SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import type { FakeVendor } from '../../vendor/vendor.ts';
import type { ChatPage } from '../chat-page.ts';

export interface ChatWalkPlace {
  readonly chat: ChatPage;
  readonly admin: SupabaseClient;
  readonly vendor: FakeVendor;
  /** The signed-in guest. */
  readonly userId: string;
  /** A chat with a reply that has every kind of content. */
  readonly richId: string;
}

export const openChat = async (page: Page) => void (await page.goto('/chat'));

/** Opens the chat with every kind of content. */
export const openRich =
  ({ richId }: ChatWalkPlace) =>
  async (page: Page) =>
    void (await page.goto(`/chat?id=${richId}`));
