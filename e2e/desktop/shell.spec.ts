import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './launch.ts';

const bridge = [
  'cancelCompletion',
  'cancelVerification',
  'captureScreen',
  'changeComputer',
  'checkService',
  'closeLocalChats',
  'closeQuickAsk',
  'continueInMain',
  'deleteKey',
  'describeVault',
  'dragOut',
  'eraseData',
  'findLocalModels',
  'forgetReplies',
  'forgetService',
  'hasKey',
  'listModels',
  'notifyReply',
  'onCommand',
  'onCompletionEvent',
  'onServiceState',
  'openExternal',
  'openLocalChats',
  'readCertificate',
  'readComputer',
  'readLocalChats',
  'readOwnerSession',
  'readProblemReport',
  'readServiceState',
  'resumeReply',
  'saveFirstStart',
  'saveTextFile',
  'setColorScheme',
  'setKey',
  'setLanguage',
  'settleReplies',
  'shareFile',
  'startCompletion',
  'stopReply',
  'takeLink',
  'takeMessage',
  'transcribe',
  'useService',
  'useToken',
  'verifyKey',
  'writeUiState',
];

test.use({ withService: false });

let stranger: Server;
let foreign: string;

test.beforeAll(async () => {
  stranger = createServer((request, response) => {
    if (request.url === '/to-stranger') return response.writeHead(302, { location: '/' }).end();
    response
      .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
      .end('<title>stranger</title>');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  foreign = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
});
test.afterAll(() => stranger.close());

test('the page has only the named functions of the bridge, and no other access to the computer', async ({
  desktop: { page },
}) => {
  const seen = await page.evaluate(() => ({
    bridge: Object.entries(window.clover ?? {}).map(([name, value]) => `${name}:${typeof value}`),
    frozen: Object.isFrozen(window.clover),
    globals: ['require', 'module', 'process', 'Buffer', 'ipcRenderer', 'electron', 'global'].filter(
      (name) => name in window,
    ),
    secure: isSecureContext,
  }));
  expect(seen.bridge.sort()).toEqual(bridge.map((name) => `${name}:function`));
  expect(seen).toMatchObject({ frozen: true, globals: [], secure: true });
});

test('reloading a deep URL shows the app [DESK-019]', async ({ desktop: { page } }) => {
  await page.evaluate(() => location.assign('/pricing'));
  await page.waitForURL((url) => url.pathname === '/pricing');
  const broken: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) broken.push(response.url());
  });
  await page.reload();
  await expect(page.locator('#root')).not.toBeEmpty();
  expect(new URL(page.url()).pathname).toBe('/pricing');
  expect(broken).toEqual([]);
});

test('without a session the guarded routes redirect to the sign-in and back, as in a browser [DESK-003]', async ({
  desktop: { page, home },
}) => {
  for (const path of [
    '/chat?id=6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
    '/checkout?tier=starter',
    '/admin/users',
  ]) {
    await page.goto(new URL(path, home).href);
    await expect
      .poll(() => page.evaluate(() => location.pathname + location.search).catch(() => 'moving'))
      .toBe(`/signin?redirectTo=${encodeURIComponent(path)}`);
  }
  for (const path of ['/signin?demo=false', '/signup']) {
    await page.goto(new URL(path, home).href);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
  }
});

test('the CSP blocks inline scripts, eval and requests to other origins, and the app never violates it', async ({
  desktop: { page },
}) => {
  await page.addInitScript(() => {
    const broken: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective));
    Object.assign(window, { broken });
  });
  await page.reload();
  await expect(page.locator('#root')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');
  const broken = () => page.evaluate(() => (window as unknown as { broken: string[] }).broken.splice(0));
  expect(await broken()).toEqual([]);

  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ranInline = true';
    document.head.append(script);
    const image = document.createElement('img');
    image.setAttribute('onerror', 'window.ranInline = true');
    image.src = 'data:,x';
    document.body.append(image);
    return 'ranInline' in window;
  });
  expect(ran).toBe(false);
  expect(
    await page.evaluate(
      async (url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => 'reached',
          () => 'stopped',
        ),
      foreign,
    ),
  ).toBe('stopped');
  expect(
    await page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.src = url;
          frame.onload = () => resolve(frame.contentDocument === null ? 'stopped' : 'blank');
          document.body.append(frame);
        }),
      foreign,
    ),
  ).toBe('stopped');
  await expect
    .poll(async () => page.evaluate(() => (window as unknown as { broken: string[] }).broken))
    .toEqual(expect.arrayContaining(['script-src-elem', 'script-src-attr', 'connect-src', 'frame-src']));
  expect(await page.evaluate(() => 'ranInline' in window)).toBe(false);
});

test('scripts, links, forms and redirects cannot navigate the page away', async ({ desktop: { page } }) => {
  const before = page.url();
  const attempts: ((url: string) => void)[] = [
    (url) => location.assign(url),
    (url) => {
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
    },
    (url) => {
      const form = document.createElement('form');
      form.action = url;
      document.body.append(form);
      form.submit();
    },
    (url) => {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'refresh';
      meta.content = `0;url=${url}`;
      document.head.append(meta);
    },
  ];
  for (const attempt of attempts) {
    for (const url of [foreign, `${foreign}to-stranger`]) {
      await page.evaluate(attempt, url).catch(() => undefined);
      // The page responds after the attempt. A navigation would have started by now.
      await expect.poll(() => page.evaluate(() => document.title).catch(() => 'moving')).not.toBe('stranger');
      expect(page.url()).toBe(before);
    }
  }
  await expect(page.locator('#root')).not.toBeEmpty();
});

test("a popup is denied; a link opens in the user's browser, other schemes are refused", async ({
  desktop: { app, page },
}) => {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  for (const url of [foreign, 'file:///etc/passwd', 'about:blank', 'https://good.example/a'])
    await page.evaluate((one) => void window.open(one), url);
  await expect.poll(opened).toEqual([foreign, 'https://good.example/a']);
  await expect.poll(() => app.windows().length).toBe(1);
  await expect(page).not.toHaveTitle('stranger');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  const refused = await page.evaluate(() =>
    window.clover?.openExternal({ url: 'file:///etc/passwd' }).catch((error: Error) => error.message),
  );
  expect(refused).toContain('Only links to web pages and email addresses can be opened.');
});

test('every call of a foreign page in the window is refused', async ({ desktop: { app, page } }) => {
  await app.evaluate(({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url), foreign);
  await expect(page).toHaveTitle('stranger');
  const answers = await page.evaluate(async () => {
    const calls = Object.entries(window.clover ?? {}).filter(([name]) => !name.startsWith('on'));
    return Promise.all(
      calls.map(([, call]) =>
        (call as (input: unknown) => Promise<unknown>)({}).then(
          () => 'answered',
          (error: Error) => error.message,
        ),
      ),
    );
  });
  expect(answers).toHaveLength(bridge.filter((name) => !name.startsWith('on')).length);
  for (const answer of answers) expect(answer).toContain('clover:foreign-sender');
});

test('a bad payload is refused and main continues', async ({ desktop: { page } }) => {
  const answers = await page.evaluate(async () => {
    const { writeUiState } = window.clover as unknown as {
      writeUiState: (input: unknown) => Promise<unknown>;
    };
    const bad = [
      undefined,
      null,
      0,
      'x',
      [],
      {},
      { key: '../x', value: 'x' },
      { key: 'a', value: 'x'.repeat(1_000_000) },
    ];
    return Promise.all(
      bad.map((input) =>
        writeUiState(input).then(
          () => 'taken',
          (error: Error) => error.message,
        ),
      ),
    );
  });
  for (const answer of answers) expect(answer).toContain('clover:bad-payload');
  expect(await page.evaluate(() => window.clover?.readServiceState())).toHaveProperty('kind');
});

test('a second start with strange arguments opens nothing and changes nothing', async ({
  desktop: { app, page },
}) => {
  const before = page.url();
  await app.evaluate(({ app: running }) => {
    const odd = [
      [],
      [''],
      ['clover', '--inspect=0.0.0.0:9229', '--no-sandbox', '--remote-debugging-port=9222'],
      ['clover', 'clover://admin/users'],
      ['clover', 'clover://chat/../admin'],
      ['clover', `clover://chat/${'x'.repeat(100_000)}`],
      ['clover', 'clover://chat/\0', 'clover:\ud800', 'clover:'],
      ['clover', 'javascript:alert(1)', 'file:///etc/passwd', 'app://clover/admin'],
      Array.from({ length: 10_000 }, () => 'clover://settings'),
    ];
    for (const argv of odd) running.emit('second-instance', {}, argv, '/nowhere', {});
    for (const url of ['clover://admin', 'javascript:alert(1)', '', 'clover:'])
      running.emit('open-url', { preventDefault: () => undefined }, url);
  });
  expect(await page.evaluate(() => window.clover?.takeLink())).toBeNull();
  expect(page.url()).toBe(before);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('permissions are denied without a prompt, except the microphone', async ({ desktop: { page } }) => {
  const states = await page.evaluate(async () => {
    const names = ['microphone', 'notifications', 'geolocation', 'camera', 'clipboard-read', 'midi'];
    return Promise.all(
      names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
    );
  });
  expect(states).toEqual(['granted', ...Array.from({ length: 5 }, () => 'denied')]);
  const camera = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'given',
      (error: Error) => error.name,
    ),
  );
  expect(camera).not.toBe('given');
});

test('a file is saved where the user chooses, and not at all if they cancel', async ({
  desktop: { app, page, userData },
}) => {
  const path = `${userData}/saved.txt`;
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
  const save = () =>
    page.evaluate(() => window.clover?.saveTextFile({ name: '../chat.txt', text: 'Hello 🍀' }));
  expect(await save()).toEqual({ name: 'saved.txt' });
  expect(await readFile(path, 'utf8')).toBe('Hello 🍀');
  await app.evaluate(({ dialog }) => {
    dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
  });
  expect(await save()).toEqual({ name: null });
});
