import type { SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import type { FakeVendor } from '../vendor/vendor.ts';
import type { TestService } from './service.ts';

/** Where a journey runs: a page of a browser, or the window of the desktop app, and its service. */
export interface Place {
  readonly page: Page;
  readonly service: TestService;
  readonly vendor: FakeVendor;
  /** What an administrator could do, without the console. */
  readonly admin: SupabaseClient;
  /** Loads a page of the app by its path. */
  readonly open: (path: string) => Promise<void>;
  /** Does what saves a file, and resolves to the name that the file is given. */
  readonly savedBy: (act: () => Promise<void>) => Promise<string>;
}

/** Whether an address is at a path of the app, whatever its origin there: for `toHaveURL`. */
export const isAt =
  (path: string) =>
  ({ pathname, search }: URL): boolean =>
    (path.includes('?') ? pathname + search : pathname) === path;
