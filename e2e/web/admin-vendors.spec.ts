import OpenAI from 'openai';
import { activateLocalVendor, setVendorKey, tryLocalVendor } from '../journeys/admin.ts';
import { activateDemo } from '../support/administrator.ts';
import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';
import { violationsOf } from '../support/violations.ts';

const key = 'sk-canary-of-the-console-0123456789wxyz';

test('an administrator connects a local vendor, and a program uses it with an API key [ADMIN-012, ADMIN-027] @long', async ({
  place,
  problems,
}) => {
  const { page, service } = place;
  // A journey through three pages is slow on a busy machine.
  test.slow();
  await activateDemo(service);
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/(functions|rest)\/v1\//.test(response.url())) answers.push(response.text().catch(() => ''));
  });
  await enterConsole(place, '/admin/api-vendors');
  await setVendorKey(place, key);
  await tryLocalVendor(place);
  expect(await violationsOf(page)).toEqual([]);
  await activateLocalVendor(place);
  const saved = page.waitForResponse((response) => response.url().endsWith('/admin/settings/save'));
  await page.getByRole('switch', { name: 'Automatic failover' }).click();
  const answer = await saved;
  expect({ status: answer.status(), sent: answer.request().postDataJSON() }).toEqual({
    status: 200,
    sent: { key: 'failover', value: true },
  });
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Automatic failover' })).toBeChecked();
  await expect(page.getByRole('listitem', { name: /^Ollama/ }).getByText('Active')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.goto('/account/models');
  await page.getByLabel('Key name').fill('Backup script');
  await page.getByRole('button', { name: 'Create key' }).click();
  const created = await page
    .getByRole('region', { name: /^Your new key/ })
    .getByRole('code')
    .textContent();
  await page.getByRole('button', { name: "I've copied it" }).click();
  const program = new OpenAI({
    baseURL: `${service.url}/functions/v1`,
    apiKey: created ?? '',
    maxRetries: 0,
  });
  const reply = await program.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: 'Hello there' }],
  });
  expect(reply.choices[0]?.message.content).toBe('You said: Hello there');

  await page.getByRole('button', { name: 'Revoke Backup script' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('API key revoked')).toBeVisible();
  await expect(program.models.list()).rejects.toMatchObject({ status: 401 });

  expect((await Promise.all(answers)).join('\n')).not.toContain('canary');
  expect(service.output()).not.toContain('canary');
  expect(problems).toEqual([]);
});
