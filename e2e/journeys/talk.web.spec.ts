import { createProfessional, enterChat } from './models.ts';
import { addVoice, talk } from './talk.ts';
import { allowDictation } from './voice.ts';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { withMicrophone, writeSpeech } from '../support/speech.ts';

test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use(withMicrophone(launchOptions, writeSpeech(10))),
    { scope: 'worker' },
  ],
});

test.beforeAll(async ({ admin, vendor }) => {
  await connectVendor(admin, vendor);
  await allowDictation(admin);
});

for (const width of [1440, 390])
  test(`talking sends what is said and reads the reply until it is interrupted, at ${width} px${width === 390 ? ' @long' : ''}`, async ({
    place,
    context,
    admin,
    problems,
  }) => {
    const { page } = place;
    await page.setViewportSize({ width, height: 844 });
    await context.grantPermissions(['microphone']);
    await addVoice(page);
    await enterChat(place, await createProfessional(admin));
    await talk(place);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(problems).toEqual([]);
  });

test('talking is part of Professional [CHAT-105]', async ({ page }) => {
  await enterAsGuest(page);
  await page.getByRole('button', { name: /^Talk \(/ }).click();
  await expect(
    page.getByText('Clover Voice is a Pro feature. Upgrade to Clover Pro to listen to responses.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Talk' })).toHaveCount(0);
});
