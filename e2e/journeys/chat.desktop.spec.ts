import { createClient } from '@supabase/supabase-js';
import { expect, readServiceSecrets, test } from '../desktop/launch.ts';
import { ChatPage } from '../support/chat-page.ts';
import { connectVendor, talkAndReload } from '../support/journey.ts';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';

// The app is started twice, the first time with a database to lay out.
test.describe.configure({ timeout: 150_000 });

let vendor: FakeVendor;
test.beforeAll(async () => void (vendor = await startVendor()));
test.afterAll(() => vendor.close());

test('the owner opens the app without an account, gets a streamed reply and an image, and finds them again after a restart', async ({
  launch,
  userData,
}, testInfo) => {
  const first = await launch();
  const chat = new ChatPage(first.page);
  await expect(chat.input).toBeVisible();

  const { secretKey } = await readServiceSecrets(userData);
  const { supabaseUrl } = await first.page.evaluate(
    async () => (await fetch('/config.json')).json() as Promise<{ supabaseUrl: string }>,
  );
  const admin = createClient(supabaseUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await connectVendor(admin, vendor);
  await first.page.reload();
  await talkAndReload(first.page, vendor);
  await chat.quickAction('Image generation', 'Image description', 'A field of clover');
  const image = chat.log.getByRole('img', { name: 'A field of clover' });
  await expect(image).toBeVisible();
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await testInfo.attach('chat', { body: await first.page.screenshot(), contentType: 'image/png' });
  await first.app.close();

  const second = await launch();
  const again = new ChatPage(second.page);
  await (await again.entry(/How many leaves has a clover/)).click();
  await expect(again.message('A clover has three leaves')).toHaveCount(1);
  await expect(again.log.getByRole('img', { name: 'A field of clover' })).toBeVisible();

  await second.page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(second.page.getByText('Signed Out').first()).toBeVisible();
  await expect(again.input).toBeHidden();
});
