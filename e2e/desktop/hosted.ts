import { mergeTests } from 'playwright/test';
import { test as serviceTest } from '../support/fixtures.ts';
import { test as desktopTest } from './launch.ts';

/**
 * Runs a test in the desktop app with a separate service. Like a hosted one, it requires new accounts to confirm their
 * email.
 */
export const test = mergeTests(serviceTest, desktopTest).extend({
  confirmsEmail: true,
  place: async ({ launch, service, vendor, admin }, use) => {
    const { app, page } = await launch({
      CLOVER_SUPABASE_URL: service.url,
      CLOVER_SUPABASE_KEY: service.publishableKey,
    });
    await use({
      page,
      service,
      vendor,
      admin,
      open: async (path) => void (await page.goto(new URL(path, page.url()).href)),
      savedBy: async (act) => {
        const name = app.evaluate(
          ({ dialog }) =>
            new Promise<string>((resolve) => {
              dialog.showSaveDialog = async (...parameters: unknown[]) => {
                const { defaultPath = '' } = parameters.at(-1) as { readonly defaultPath?: string };
                resolve(defaultPath);
                return { canceled: true, filePath: '' };
              };
            }),
        );
        await act();
        return name;
      },
    });
  },
});

export { expect } from './launch.ts';
