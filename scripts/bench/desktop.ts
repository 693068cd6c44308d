// Measures the desktop app's start, memory and idle processor time, and the ratio of its start to that of an empty
// window. Without the Electron binary, the built app runs in the test host: its page in Chromium, its main process in
// Node.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { _electron, type Page } from 'playwright';
import { footprintOf } from '../prove/lib/service-process.ts';

const root = join(import.meta.dirname, '..', '..');
const STARTS = 5;
const IDLE = 20_000;

const hasElectron = existsSync(join(root, 'node_modules', 'electron', 'path.txt'));
if (!hasElectron) process.env['ELECTRON_OVERRIDE_DIST_PATH'] = join(root, 'e2e', 'host');
const runtime = hasElectron ? 'Electron' : 'test host, not Electron';

interface Start {
  /** Milliseconds from the start of the process until the window shows content. */
  readonly content: number;
  /** Milliseconds until the service responds. The page waits for it. */
  readonly service: number;
  /** Milliseconds until the chat's input appears. */
  readonly input: number;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Reads when the page first showed content and when it received its service's URL, in milliseconds since 1970. */
const readTimes = (page: Page) =>
  page.evaluate(() => {
    const { timeOrigin } = performance;
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const config = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/config.json')) as { readonly responseEnd?: number } | undefined;
    return {
      content: timeOrigin + (paint?.startTime ?? Number.NaN),
      service: timeOrigin + (config?.responseEnd ?? Number.NaN),
    };
  });

async function launch(userData: string) {
  const start = Date.now();
  const app = await _electron.launch({
    args: [root],
    cwd: root,
    env: { ...(process.env as Record<string, string>), CLOVER_USER_DATA_DIR: userData },
  });
  const page = await app.firstWindow();
  await page.getByRole('textbox', { name: 'Message' }).waitFor({ timeout: 120_000 });
  const input = Date.now() - start;
  const { content, service } = await readTimes(page);
  const times: Start = { content: content - start, service: service - start, input };
  return { app, start: times };
}

const emptyApp = `const { app, BrowserWindow } = require('electron');
void app.whenReady().then(() => new BrowserWindow({}).loadURL('data:text/html,<p>Empty</p>'));
`;

/** Returns the median start of an app with only an empty window, in milliseconds until its content. */
async function measureEmptyWindow(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'clover-empty-'));
  try {
    await writeFile(
      join(folder, 'package.json'),
      '{ "name": "empty", "version": "0.0.0", "main": "main.cjs" }',
    );
    await writeFile(join(folder, 'main.cjs'), emptyApp);
    const starts: number[] = [];
    for (let at = 0; at < STARTS; at += 1) {
      const start = Date.now();
      const app = await _electron.launch({ args: [folder], cwd: folder });
      const page = await app.firstWindow();
      await page.getByText('Empty').waitFor();
      starts.push(Date.now() - start);
      await app.close();
    }
    return medianOf(starts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function processesOf(main: number | undefined): readonly number[] {
  const children = execFileSync('pgrep', ['-P', String(main), '-f', 'out/service/main.js'], {
    encoding: 'utf8',
  });
  return [main ?? 0, Number(children.trim().split('\n')[0])];
}

const printLine = (line: string) => console.log(`  ${line} (${runtime})`);
const userData = await mkdtemp(join(tmpdir(), 'clover-bench-'));
// Skip the first start, because its page would wait for the user.
await writeFile(join(userData, 'settings.json'), '{}');
let isWithin = true;
try {
  const empty = await measureEmptyWindow();
  printLine(`empty window    content after ${empty.toFixed(0)} ms`);
  const first = await launch(userData);
  await first.app.close();
  printLine(
    `first start     content after ${first.start.content.toFixed(0)} ms, service after ${first.start.service.toFixed(0)} ms, chat after ${first.start.input} ms`,
  );
  const starts: Start[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    const { app, start } = await launch(userData);
    starts.push(start);
    if (at < STARTS - 1) {
      await app.close();
      continue;
    }
    const ids = processesOf(app.process().pid);
    const before = await Promise.all(ids.map(footprintOf));
    await pause(IDLE);
    const after = await Promise.all(ids.map(footprintOf));
    const [main, service] = after.map((one) => one?.megabytes ?? Number.NaN);
    const share = (index: number) =>
      (
        (((after[index]?.cpuMilliseconds ?? Number.NaN) - (before[index]?.cpuMilliseconds ?? 0)) / IDLE) *
        100
      ).toFixed(1);
    printLine(`memory          ${main} MB main, ${service} MB service`);
    printLine(`idle for ${IDLE / 1000} s   ${share(0)} % of a processor main, ${share(1)} % service`);
    await app.close();
  }
  const median = (name: keyof Start) => medianOf(starts.map((start) => start[name])).toFixed(0);
  const ratio = (name: keyof Start) => (medianOf(starts.map((start) => start[name])) / empty).toFixed(2);
  const late = [first.start, ...starts].filter(({ content, service }) => !(content < service)).length;
  isWithin = late === 0;
  printLine(
    `later starts    content after ${median('content')} ms, service after ${median('service')} ms, chat after ${median('input')} ms`,
  );
  printLine(
    `to an empty one content ${ratio('content')}x, service ${ratio('service')}x, chat ${ratio('input')}x`,
  );
  printLine(
    `starts whose window showed nothing before the service was ready: ${late} of ${starts.length + 1}${isWithin ? '' : '  OVER'}`,
  );
} finally {
  await rm(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
process.exitCode = isWithin ? 0 : 1;
