// Opens one account on three devices (browsers on the built app), takes the connection of one after the other away while
// chats are made, renamed and deleted elsewhere, and compares what each device lists with what the service holds.
// `npm run prove:flaps [flaps]` prints the figures and ends with 1 when a device differs 5 s after the last flap.
// Needs `npm run build:web` and `npm run build:service` before it.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { type BrowserContext, chromium, type Page, type WebSocketRoute } from 'playwright';
import { startServiceProcess } from './lib/service-process.ts';

const flaps = Number(process.argv[2] ?? 30);
/** Milliseconds after the last flap by which all devices agree. */
const allowed = 5_000;
const devices = 3;
const password = 'a long test password';

const service = await startServiceProcess(
  fileURLToPath(new URL('../../out/service/main.js', import.meta.url)),
);
const config = (await (await fetch(`${service.url}/config.json`)).json()) as { readonly supabaseKey: string };
const email = `flaps-${Date.now()}@example.com`;
await service.admin.auth.admin.createUser({ email, password, email_confirm: true });
const signIn = async () => {
  const client = createClient(service.url, config.supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, session: data.session };
};
const { client: writer } = await signIn();

interface Device {
  readonly page: Page;
  readonly goOffline: () => Promise<void>;
  readonly goOnline: () => Promise<void>;
}

/** A device whose connection can be taken away: requests fail, and its open socket is cut. */
async function openDevice(context: BrowserContext): Promise<Device> {
  const { session } = await signIn();
  await context.addInitScript((value) => {
    localStorage.setItem('clover-session', value);
  }, JSON.stringify(session));
  let isOffline = false;
  const sockets = new Set<WebSocketRoute>();
  await context.routeWebSocket(/\/realtime\//, async (socket) => {
    if (isOffline) {
      await socket.close({ code: 1011, reason: 'offline' });
      return;
    }
    sockets.add(socket);
    socket.connectToServer();
  });
  const page = await context.newPage();
  await page.goto(`${service.url}/chat`);
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  return {
    page,
    async goOffline() {
      isOffline = true;
      await context.setOffline(true);
      await Promise.all([...sockets].map((socket) => socket.close({ code: 1011, reason: 'offline' })));
      sockets.clear();
    },
    async goOnline() {
      isOffline = false;
      await context.setOffline(false);
    },
  };
}

const listed = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('button', { name: /^Options for / })
    .evaluateAll((buttons) =>
      buttons.map((button) => (button.getAttribute('aria-label') ?? '').replace('Options for ', '')),
    );
const stored = async (): Promise<string[]> => {
  const { data } = await writer.from('chat_history').select('title').throwOnError();
  return data.map(({ title }) => String(title)).toSorted();
};

/** One change of another device: a new chat, a new title, or a chat less. */
async function changeSomething(at: number): Promise<void> {
  const { data: chats } = await writer.from('chat_history').select('id').throwOnError();
  const victim = chats[at % Math.max(chats.length, 1)]?.id as string | undefined;
  if (at % 3 === 1 && victim)
    await writer
      .from('chat_history')
      .update({ title: `Renamed ${at}` })
      .eq('id', victim)
      .throwOnError();
  else if (at % 5 === 4 && victim) await writer.from('chat_history').delete().eq('id', victim).throwOnError();
  else
    await writer
      .from('chat_history')
      .insert({ id: randomUUID(), title: `Chat ${at}` })
      .throwOnError();
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
let isEqual = false;
try {
  const opened = await Promise.all(
    Array.from({ length: devices }, async () => openDevice(await browser.newContext())),
  );
  for (let flap = 0; flap < flaps; flap += 1) {
    const device = opened[flap % devices];
    await device?.goOffline();
    await changeSomething(flap);
    await pause(150 + (flap % 4) * 100);
    await device?.goOnline();
  }
  const end = performance.now();
  const truth = JSON.stringify(await stored());
  const differing = async () => {
    const lists = await Promise.all(
      opened.map(async ({ page }) => JSON.stringify((await listed(page)).toSorted())),
    );
    return lists.filter((list) => list !== truth).length;
  };
  let left = await differing();
  while (left > 0 && performance.now() - end < allowed) {
    await pause(100);
    left = await differing();
  }
  isEqual = left === 0;
  const seconds = ((performance.now() - end) / 1_000).toFixed(1);
  console.log(
    isEqual
      ? `${flaps} flaps on ${devices} devices: the same ${(JSON.parse(truth) as string[]).length} chats everywhere ${seconds} s after the last`
      : `${flaps} flaps on ${devices} devices: ${left} devices differ ${seconds} s after the last; the service holds ${truth}`,
  );
  if (!isEqual) for (const { page } of opened) console.log(JSON.stringify((await listed(page)).toSorted()));
} finally {
  await browser.close();
  await service.stop();
}
process.exitCode = isEqual ? 0 : 1;
