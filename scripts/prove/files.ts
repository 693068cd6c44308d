// Reads documents with planted facts, images and hostile files in Chromium with the built reader: it must find the
// facts, handle every hostile file with a clear result, request and run nothing, and keep the page responsive. `npm
// run prove -- files [--only corpus|hostile]`.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../lib/browser.ts';
import { corpus } from './files/corpus.ts';
import { hostileFiles } from './files/hostile.ts';
import { hostileVideos } from './files/hostile-videos.ts';
import type { PageReading, readChosenFile, readServedFile } from './files/page/main.ts';
import { sampleImages } from './files/pictures.ts';
import { buildPage, servePage } from './files/server.ts';
import { percentile } from './lib/figures.ts';

interface PageFunctions {
  readonly readServedFile: typeof readServedFile;
  readonly readChosenFile: typeof readChosenFile;
}

const only = process.argv[process.argv.indexOf('--only') + 1];
/** The app ends a reader after 30 s with an error message. */
const hangTime = 35_000;
const longTask = 50;
const failures: string[] = [];
const readings: PageReading[] = [];

const folder = await mkdtemp(join(tmpdir(), 'clover-files-'));
const browser = await openBrowser();
try {
  await buildPage(join(folder, 'page'));
  let contents: readonly (Uint8Array | string)[] = [];
  const server = await servePage(join(folder, 'page'), (number) => contents[number] ?? '');
  const page = await browser.newPage();
  const requests: string[] = [];
  const isOwn = (url: string) =>
    url.startsWith(`${server.url}assets/`) || url.startsWith(`${server.url}files/`);
  await page.goto(server.url);
  page.on('request', (request) => void (isOwn(request.url()) || requests.push(request.url())));
  page.on('dialog', (dialog) => void (failures.push(`dialog: ${dialog.message()}`), dialog.dismiss()));

  const readOnce = (number: number, name: string) =>
    page.evaluate((file) => (globalThis as unknown as PageFunctions).readServedFile(...file), [
      number,
      name,
    ] as [number, string]);
  const read = async (number: number, name: string) => {
    const first = await readOnce(number, name);
    // A busy machine also causes long tasks. If the reader is the cause, the second reading also has one.
    const reading = first.longestTask > longTask ? await readOnce(number, name) : first;
    readings.push(reading);
    if (reading.outcome === 'failed') failures.push(`${name}: ${reading.text}`);
    if (reading.milliseconds > hangTime) failures.push(`${name}: no answer for ${reading.milliseconds} ms`);
    if (reading.longestTask > longTask)
      failures.push(`${name}: a task of ${reading.longestTask} ms in the page`);
    return reading;
  };

  if (only !== 'hostile') {
    const planted = [...corpus, ...sampleImages()];
    contents = planted.map(({ content }) => content);
    let [found, all] = [0, 0];
    for (const [number, { name, facts, absent = [] }] of planted.entries()) {
      const { text } = await read(number, name);
      const missing = facts.filter((fact) => !text.includes(fact));
      for (const fact of missing) console.log(`NOT FOUND ${name}: ${fact} in ${text.slice(0, 200)}`);
      found += facts.length - missing.length;
      all += facts.length;
      for (const secret of absent)
        if (text.includes(secret)) failures.push(`${name} still contains ${secret}`);
    }
    console.log(`${planted.length} documents and images: ${found} of ${all} facts found (goal 98 %)`);
    if (found / all < 0.98) failures.push('too few facts');
  }

  if (only !== 'corpus') {
    const files = [...hostileFiles(), ...hostileVideos];
    contents = files.map(({ content }) => content);
    for (const [number, { name, allowed }] of files.entries()) {
      const { outcome, text, milliseconds, name: shown } = await read(number, name);
      if (milliseconds > 5_000)
        console.log(`${name} took ${Math.round(milliseconds)} ms: ${text.slice(0, 100)}`);
      const mayBeRead = allowed.includes('read');
      const mayBeRefused = allowed.some((code) => code !== 'read');
      if (outcome === 'read' ? !mayBeRead : !mayBeRefused)
        failures.push(`${name}: ${outcome}: ${text.slice(0, 200)}`);
      if (/[\\/\p{Cc}\u202a-\u202e]/u.test(shown) || shown.length > 255)
        failures.push(`${name} is named ${shown}`);
    }
    const sparse = await open(join(folder, 'sparse.pdf'), 'w');
    await sparse.truncate(2 * 1024 ** 3);
    await sparse.close();
    await page.locator('input').setInputFiles(join(folder, 'sparse.pdf'));
    const large = await page.evaluate(() => (globalThis as unknown as PageFunctions).readChosenFile());
    readings.push(large);
    if (!/larger than 20 MB/.test(large.text)) failures.push(`2 GB: ${large.text}`);
    console.log(`${files.length + 1} hostile files: all answered, the slowest after ${slowest()} s`);
  }

  requests.push(...server.unexpected);
  for (const url of requests) failures.push(`request: ${url}`);
  const tasks = readings.map(({ longestTask }) => longestTask);
  console.log(
    `${requests.length} requests; the longest task in the page ${Math.round(percentile(tasks, 1))} ms (goal ${longTask} ms)`,
  );
  server.close();
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

function slowest(): string {
  return (Math.max(...readings.map(({ milliseconds }) => milliseconds)) / 1_000).toFixed(1);
}

for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
