import { isAt } from '../support/place.ts';
import { newUser } from '../support/sign-in.ts';
import { startSocialService } from '../support/social-service.ts';
import { storeChat } from '../support/stored-chat.ts';
import { expect, test } from './hosted.ts';

test('a link opened while signed out still opens its chat after a sign-in in the browser, which only this app can complete [AUTH-003, AUTH-007, AUTH-018] @long', async ({
  launch,
  service,
  admin,
}) => {
  const person = newUser('Social Person');
  const { data } = await admin.auth.admin.createUser({ ...person, email_confirm: true });
  const { id } = await storeChat(admin, data.user?.id ?? '', 'Linked', ['A question', 'An answer']);
  const social = await startSocialService(service, person);
  const { app, page } = await launch({
    CLOVER_SUPABASE_URL: social.url,
    CLOVER_SUPABASE_KEY: service.publishableKey,
  });
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  /** Opens a link as the system would while the app runs. */
  const follow = (link: string) =>
    app.evaluate(
      ({ app: running }, address) => running.emit('second-instance', {}, ['clover', address], '', {}),
      link,
    );

  // A code that another person requested signs no one in, because this app lacks the verifier.
  const query = 'provider=github&redirect_to=clover%3A%2F%2Fauth%2Fcallback&code_challenge=of-a-stranger';
  await follow(await social.signInAt(`${social.url}/auth/v1/authorize?${query}`));
  await expect(page.getByRole('heading', { name: "You're not signed in here" })).toBeVisible();

  await follow(`clover://chat/${id}`);
  await expect(page).toHaveURL(isAt(`/signin?redirectTo=${encodeURIComponent(`/chat?id=${id}`)}`));
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByText('Your browser is open.')).toBeVisible();
  const [address = ''] = await opened();
  expect(new URL(address).pathname).toBe('/auth/v1/authorize');
  const back = await social.signInAt(address);
  expect(back).toMatch(/^clover:\/\/auth\/callback\?/);
  await follow(back);
  await expect(page).toHaveURL(isAt(`/chat?id=${id}`));
  await expect(page.getByRole('log').getByText('An answer')).toBeVisible();
  await social.close();
});
