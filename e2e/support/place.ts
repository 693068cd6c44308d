import type { SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import type { FakeVendor } from '../vendor/vendor.ts';
import type { TestService } from './service.ts';

/** Where a journey runs: in a browser or in the desktop app's window, with its service. */
export interface Place {
  readonly page: Page;
  readonly service: TestService;
  readonly vendor: FakeVendor;
  /** A client with the secret key, for what an administrator would set up. */
  readonly admin: SupabaseClient;
  readonly open: (path: string) => Promise<void>;
  /** Runs an action that saves a file. Resolves to the file's name. */
  readonly savedBy: (act: () => Promise<void>) => Promise<string>;
}

/** For `toHaveURL`: matches URLs with this path, on any origin. Compares the query only if `path` has one. */
export const isAt =
  (path: string) =>
  ({ pathname, search }: URL): boolean =>
    (path.includes('?') ? pathname + search : pathname) === path;
