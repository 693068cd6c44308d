// Restores a running service's backup into an empty directory: a user must be able to sign in and continue their
// chats. `npm run prove -- restore`. First the user signs up and chats through a vendor with an encrypted key. The
// service makes a backup while it runs, and is then killed.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { expect, type Page } from 'playwright/test';
import { connectVendors } from '../../e2e/support/administrator.ts';
import { ChatPage } from '../../e2e/support/chat-page.ts';
import { scriptReplies } from '../../e2e/support/journey.ts';
import { startTestService, type TestService } from '../../e2e/support/service.ts';
import { fillSignIn, fillSignUp, newUser } from '../../e2e/support/sign-in.ts';
import { startVendor } from '../../e2e/vendor/vendor.ts';
import { openBrowser } from '../lib/browser.ts';
import { ensureBuilt } from '../lib/build.mjs';
import { root } from '../lib/run.mjs';

const questions = ['How many leaves has a clover?', 'Who was Trifolium?', 'Is a shamrock a clover?'];
const replyTo = (question: string) => `The answer to: ${question}`;
const vendorKey = 'key-of-deepinfra';

await ensureBuilt('web', 'service');
const vendor = await startVendor();
const browser = await openBrowser();
const services: TestService[] = [];
const clientOf = ({ url, secretKey }: TestService) =>
  createClient(url, secretKey, { auth: { persistSession: false } });
const open = async (service: TestService, path: string) => {
  const context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(path);
  return page;
};
const send = async (page: Page, question: string) => {
  scriptReplies(vendor, { kind: 'reply', text: replyTo(question) });
  const chat = new ChatPage(page);
  await chat.send(question);
  await expect(chat.message(replyTo(question))).toHaveCount(1);
  await chat.replyEnds();
};
const run = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/restore.ts'), ...args], {
    env: { ...process.env, CLOVER_DATA_DIR: dataDir },
  });
/** Triggers a backup with a signal. Resolves to its name. */
const backupOf = async ({ dataDir }: TestService) => {
  const names = async () =>
    (await readdir(join(dataDir, 'backups')).catch(() => [])).filter((name) => !name.startsWith('partial'));
  await expect.poll(async () => (await names()).length, { timeout: 60_000 }).toBe(1);
  return (await names())[0] ?? '';
};

async function prove(folder: string): Promise<boolean> {
  const first = await startTestService({ CLOVER_DATA_DIR: join(folder, 'first') });
  services.push(first);
  const admin = clientOf(first);
  await connectVendors({ service: first, admin, vendor });
  const user = newUser('Restored Person');
  const page = await open(first, '/signup?redirectTo=%2Fchat');
  await fillSignUp(page, user);
  await page.waitForURL(/\/chat$/);
  // This plan has no limits for messages and history.
  const { data } = await admin.auth.admin.listUsers();
  const userId = data.users.find(({ email }) => email === user.email)?.id;
  await admin
    .from('subscriptions')
    .insert({ user_id: userId, plan: 'professional', source: 'admin' })
    .throwOnError();
  for (const question of questions) {
    await page.goto('/chat');
    await send(page, question);
    await page.waitForURL(/\/chat\?id=/);
  }
  const rows = async (client: typeof admin) => {
    const { count } = await client.from('chat_messages').select('id', { count: 'exact', head: true });
    return count;
  };
  const stored = await rows(admin);

  let start = performance.now();
  await first.signal('SIGUSR2');
  const backup = await backupOf(first);
  const backupMs = performance.now() - start;
  const health = await fetch(`${first.url}/healthz`);
  await first.signal('SIGKILL');
  console.log(
    `backed up while running (/healthz ${health.status} meanwhile): ${backup}, ${Math.round(backupMs)} ms; then killed`,
  );

  // Copies backups and keys as docs/deployment.md instructs operators.
  const copy = join(folder, 'copy');
  await cp(join(first.dataDir, 'backups'), join(copy, 'backups'), { recursive: true });
  await cp(join(first.dataDir, 'secrets.json'), join(copy, 'secrets.json'));
  await rm(first.dataDir, { recursive: true });
  const restored = join(folder, 'second');
  start = performance.now();
  console.log((await run(restored, '--from', copy)).stdout.trim().split('\n')[0]);
  console.log(`restored into an empty directory in ${Math.round(performance.now() - start)} ms`);
  const again = await run(restored, '--from', copy).then(
    () => 'accepted',
    (error: { readonly stderr?: string }) => error.stderr?.trim() ?? '',
  );
  console.log(`a second time: ${again}`);

  const second = await startTestService({ CLOVER_DATA_DIR: restored });
  services.push(second);
  const restoredRows = await rows(clientOf(second));
  const back = await open(second, '/signin?redirectTo=%2Fchat');
  await fillSignIn(back, user);
  await back.waitForURL(/\/chat$/).catch(async () => {
    throw new Error(`The sign-in did not open the chat:\n${await back.locator('body').innerText()}`);
  });
  const chats = new ChatPage(back);
  for (const question of questions) {
    await (await chats.entry(question.slice(0, 12))).click();
    await expect(chats.message(replyTo(question))).toHaveCount(1);
  }
  vendor.reset();
  await send(back, 'And how many has a lucky one?');
  const used = vendor.requests.some(({ headers }) => headers.authorization === `Bearer ${vendorKey}`);
  await back.reload();
  // The text occurs twice, because the reply repeats the question.
  await expect(chats.message('And how many has a lucky one?')).toHaveCount(2);
  await expect(chats.message(replyTo(questions.at(-1) ?? ''))).toHaveCount(1);

  const secrets = await stat(join(restored, 'secrets.json'));
  const isPrivate = process.platform === 'win32' || (secrets.mode & 0o077) === 0;
  console.log(
    `signed in with the old password; ${questions.length} of ${questions.length} chats with their replies, ` +
      `${restoredRows} of ${stored} messages; one of the chats continued; the vendor's key ${used ? 'decrypted' : 'LOST'}; ` +
      `keys ${isPrivate ? 'readable only by their owner' : 'READABLE BY OTHERS'}`,
  );
  return restoredRows === stored && used && isPrivate && again.includes('is not empty');
}

const folder = await mkdtemp(join(tmpdir(), 'clover-prove-restore-'));
try {
  process.exitCode = (await prove(folder)) ? 0 : 1;
} finally {
  await browser.close();
  await Promise.all(services.map((service) => service.stop()));
  await vendor.close();
  await rm(folder, { recursive: true, force: true });
}
