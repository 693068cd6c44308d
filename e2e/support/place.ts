import type { SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import type { FakeVendor } from '../vendor/vendor.ts';
import type { TestService } from './service.ts';

/** Where a journey runs: a page of a browser, or the window of the desktop app, and its service. */
export interface Place {
  readonly page: Page;
  readonly service: TestService;
  readonly vendor: FakeVendor;
  /** A client with the secret key, for what an administrator could do. */
  readonly admin: SupabaseClient;
  /** Loads a page of the app by its path. */
  readonly open: (path: string) => Promise<void>;
  /** Runs an action that saves a file, and resolves to the file's name. */
  readonly savedBy: (act: () => Promise<void>) => Promise<string>;
}

/** For `toHaveURL`: whether a URL has this path, on any origin. */
export const isAt =
  (path: string) =>
  ({ pathname, search }: URL): boolean =>
    (path.includes('?') ? pathname + search : pathname) === path;
