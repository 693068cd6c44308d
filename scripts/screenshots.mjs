// Takes the screenshots of the site and the README from the built product: `npm run screenshots`. The results are
// committed. A fake vendor writes the replies, so that the pictures are the same each time.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectVendor, scriptReplies } from '../e2e/support/journey.ts';
import { ChatPage } from '../e2e/support/chat-page.ts';
import { administrator, fillSignIn } from '../e2e/support/sign-in.ts';
import { startVendor } from '../e2e/vendor/vendor.ts';
import { openBrowser } from './lib/browser.ts';
import { ensureBuilt } from './lib/build.mjs';
import { root } from './lib/run.mjs';
import { builtService, startServiceProcess } from './prove/lib/service-process.ts';

const folder = 'src/renderer/features/site/landing/pictures';
const readmeFolder = 'docs/images';
const size = { width: 1280, height: 800 };

const chats = [
  ['Names for a reading circle', 'Seven, from plain to odd.'],
  ['Why is the query slow?', 'It reads every row: the index begins with the other column.'],
  [
    'Plan two days in Lisbon for someone who hates queues',
    [
      'Start early, end high, and book nothing that has a turnstile.',
      '',
      '**Saturday**',
      '',
      '1. Alfama before nine, while the trams are still empty',
      '2. Lunch at a market counter, not at the viewpoint',
      '3. The botanical garden in the heat of the afternoon',
      '',
      '| Instead of | Take |',
      '| --- | --- |',
      '| Tram 28 | Tram 24, the same hills |',
      '| Belém tower | The riverside walk at dusk |',
    ].join('\n'),
  ],
];

/** WebP, a quarter of the size of PNG. */
const toWebp = async (page, png) => {
  const data = await page.evaluate(
    async (source) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(data);
};

const save = async (file, picture) => {
  await writeFile(join(root, file), picture);
  console.log(`${file}  ${(picture.length / 1000).toFixed(1)} kB`);
};

await ensureBuilt('web', 'service');
const vendor = await startVendor({ port: 0 });
const service = await startServiceProcess(builtService, {
  CLOVER_ADMIN_PASSWORD: administrator.password,
});
const browser = await openBrowser();

/** The console's users page, with a handful of accounts. */
async function photographConsole() {
  const names = [
    'Ada Lovelace',
    'Alan Turing',
    'Grace Hopper',
    'Edsger Dijkstra',
    'Barbara Liskov',
    'Donald Knuth',
  ];
  for (const [index, name] of names.entries()) {
    const { data, error } = await service.admin.auth.admin.createUser({
      email: `${name.split(' ')[0].toLowerCase()}@example.com`,
      password: 'a good long password',
      email_confirm: true,
      user_metadata: { name },
    });
    if (error) throw error;
    const plan = index % 3 === 0 ? 'professional' : 'starter';
    await service.admin
      .from('subscriptions')
      .insert({ user_id: data.user.id, plan, source: 'admin' })
      .throwOnError();
  }
  const context = await browser.newContext({ baseURL: service.url, viewport: size, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/signin?redirectTo=%2Fadmin%2Fusers');
  await fillSignIn(page, administrator);
  await page.getByText('ada@example.com').waitFor();
  await page.evaluate('document.fonts.ready');
  await save(`${readmeFolder}/console.png`, await page.screenshot({ animations: 'disabled' }));
}
try {
  await connectVendor(service.admin, vendor);
  // The picker's first model replies, so that the picture names one model.
  await service.admin
    .from('api_vendors')
    .update({
      config: {
        stream: true,
        needs_key: false,
        default_model: 'cognitivecomputations/dolphin-mixtral-8x22b',
      },
    })
    .eq('name', 'ollama')
    .throwOnError();
  const context = await browser.newContext({ baseURL: service.url, viewport: size, deviceScaleFactor: 1.25 });
  const page = await context.newPage();
  const blank = await browser.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.waitForURL(/\/chat/);
  const chat = new ChatPage(page);
  for (const [question, reply] of chats) {
    await page.goto('/chat');
    scriptReplies(vendor, { kind: 'reply', text: reply });
    await chat.send(question);
    await chat.message(/\S/).nth(1).waitFor();
    await chat.replyEnds();
    await page.waitForURL(/\/chat\?id=/);
  }
  await page
    .getByRole('status')
    .first()
    .waitFor({ state: 'hidden' })
    .catch(() => {});
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.reload();
    await chat.message('Start early').waitFor();
    // Blank until the models are loaded.
    await page.getByRole('button', { name: /Choose another model/ }).waitFor();
    await page.evaluate('document.fonts.ready');
    const png = await page.screenshot({ animations: 'disabled', scale: 'css' });
    if (scheme === 'light') await save(`${readmeFolder}/chat.png`, png);
    await save(
      `${folder}/chat-${scheme}.webp`,
      await toWebp(blank, await page.screenshot({ animations: 'disabled' })),
    );
  }
  await photographConsole();
} finally {
  await browser.close();
  await service.stop();
  await vendor.close();
}
