import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import {
  findUnlistedRequests,
  readListedRequests,
  recordOutgoingRequests,
} from '../support/outgoing-requests.ts';
import { withMicrophone, writeSpeech } from '../support/speech.ts';
import { allowDictation, cancelDictation, dictate } from './voice.ts';

test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use(withMicrophone(launchOptions, writeSpeech())),
    { scope: 'worker' },
  ],
});

test.beforeAll(async ({ admin, vendor }) => {
  await connectVendor(admin, vendor);
  await allowDictation(admin);
});

for (const width of [1440, 390])
  test(
    `speech becomes text at the caret, and goes only where the button says, at ${width} px`,
    { tag: width === 390 ? '@long' : [] },
    async ({ page, context, vendor, service, problems }) => {
      await page.setViewportSize({ width, height: 844 });
      await context.grantPermissions(['microphone']);
      const outgoing = recordOutgoingRequests(page);
      await enterAsGuest(page);
      await dictate({ page, vendor });
      await cancelDictation({ page, vendor });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const seen = outgoing.list();
      expect(seen.map(({ request }) => request)).toContain('POST /functions/v1/audio/transcriptions');
      await page.goto('/privacy#leaves');
      expect(findUnlistedRequests(seen, await readListedRequests(page), service.url)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

test('a blocked microphone is explained in one sentence', async ({ page }) => {
  await enterAsGuest(page);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: /^Dictate/ }).press('Enter');
  await page.getByRole('button', { name: 'Start recording' }).press('Enter');
  await expect(page.getByText('The microphone is blocked.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dictation' })).toHaveCount(0);
});

test('without a model for speech there is no button', async ({ page, admin }) => {
  await admin.from('api_vendors').update({ config: {} }).eq('name', 'ollama').throwOnError();
  const loaded = page.waitForResponse(/\/VoiceTools-[\w-]+\.js$/);
  await enterAsGuest(page);
  await loaded;
  await expect(page.getByRole('button', { name: /Choose another model/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Dictate/ })).toHaveCount(0);
});
