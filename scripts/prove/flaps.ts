// Cuts the connections of three devices, one after another, while chats change elsewhere: their chat lists must be
// equal within 5 s. `npm run prove -- flaps [flaps]` runs browsers with the built app. Needs `npm run build:web` and
// `npm run build:service`.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, WebSocketRoute } from 'playwright';
import { openBrowser } from '../lib/browser.ts';
import { secondsSince } from './lib/figures.ts';
import { builtService, startServiceProcess } from './lib/service-process.ts';

const flaps = Number(process.argv[2] ?? 30);
/** The maximum number of seconds after the last interruption until all lists are equal. */
const allowedSeconds = 5;
const devices = 3;
const password = 'a long test password';

const service = await startServiceProcess(builtService);
const email = `flaps-${Date.now()}@example.com`;
await service.admin.auth.admin.createUser({ email, password, email_confirm: true });
const signIn = async () => {
  const client = service.newClient();
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

/** Opens a device that can go offline: its requests fail, and its open socket is closed. */
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

/** Creates, renames or deletes a chat on another device. */
async function changeSomething(at: number): Promise<void> {
  const { data: chats } = await writer.from('chat_history').select('id').throwOnError();
  const chat = chats[at % Math.max(chats.length, 1)]?.id as string | undefined;
  if (at % 3 === 1 && chat)
    await writer
      .from('chat_history')
      .update({ title: `Renamed ${at}` })
      .eq('id', chat)
      .throwOnError();
  else if (at % 5 === 4 && chat) await writer.from('chat_history').delete().eq('id', chat).throwOnError();
  else
    await writer
      .from('chat_history')
      .insert({ id: randomUUID(), title: `Chat ${at}` })
      .throwOnError();
}

const browser = await openBrowser();
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
  while (left > 0 && secondsSince(end) < allowedSeconds) {
    await pause(100);
    left = await differing();
  }
  isEqual = left === 0;
  const seconds = secondsSince(end).toFixed(1);
  console.log(
    isEqual
      ? `${flaps} flaps on ${devices} devices: the same ${(JSON.parse(truth) as string[]).length} chats everywhere ${seconds} s after the last`
      : `${flaps} flaps on ${devices} devices: ${left} devices differ ${seconds} s after the last; the service has ${truth}`,
  );
  if (!isEqual) for (const { page } of opened) console.log(JSON.stringify((await listed(page)).toSorted()));
} finally {
  await browser.close();
  await service.stop();
}
process.exitCode = isEqual ? 0 : 1;
