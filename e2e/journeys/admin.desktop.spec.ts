import { expect, test } from '../desktop/hosted.ts';
import { activateDemo, signIn } from '../support/administrator.ts';
import { enterConsole } from '../support/enter-console.ts';
import { findFilesWith } from '../support/find-files.ts';
import { newUser } from '../support/sign-in.ts';
import {
  activateLocalVendor,
  addVendor,
  createAccounts,
  createBanAndUndo,
  viewWithConsent,
  readLogOf,
  setVendorKey,
  tryLocalVendor,
} from './admin.ts';

test.describe.configure({ timeout: 300_000 });

const key = 'sk-canary-of-the-console-9876543210abcd';

test('the console in the app: accounts and their log, the support view, vendors, models, a key that only the service has, settings [ADMIN-031, ADMIN-037, DESK-003, DESK-014]', async ({
  place,
  userData,
}) => {
  const { page, service, admin } = place;
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name }).click();
  const [alan] = await createAccounts(place, newUser('Alan Journey'));
  if (!alan) throw new Error('The account is missing.');
  await activateDemo(service);
  await enterConsole(place, '/admin/users');

  await test.step('accounts', async () => {
    const grace = newUser('Grace Hopper');
    await createBanAndUndo(place, grace);
    const { client } = await signIn(service, alan.email, alan.password);
    await viewWithConsent(place, alan, {
      setConsent: async (isGiven) =>
        void (await client.rpc('set_support_consent', { is_given: isGiven }).throwOnError()),
      countReceipts: async () => {
        const { data } = await client.rpc('my_access_receipts', { max_results: 50 }).throwOnError();
        const acts = (data as { readonly action_type: string }[]).map(({ action_type }) => action_type);
        return acts.filter((name) => /view|impersonat/.test(name)).length;
      },
    });
    await readLogOf(place, grace);
  });

  await test.step('providers and their models', async () => {
    await goTo('API providers');
    await setVendorKey(place, key);
    await tryLocalVendor(place);
    await activateLocalVendor(place);
    await addVendor(place, key);
    expect(await findFilesWith(userData, key)).toEqual([]);
    expect(service.output()).not.toContain(key);
  });

  await test.step('settings', async () => {
    await goTo('Settings');
    const prompt = page.getByLabel('Default system prompt');
    await prompt.fill('Answer in one sentence.');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(page.getByText('Settings saved').first()).toBeVisible();
    const { data } = await admin
      .from('system_settings')
      .select('setting_value')
      .eq('setting_key', 'default_system_prompt')
      .single()
      .throwOnError();
    expect(data).toEqual({ setting_value: 'Answer in one sentence.' });
  });
});
