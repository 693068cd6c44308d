// Reads documents with planted facts, images and hostile files in Chromium with the built reader: it must find the
// facts, handle every hostile file with a clear result within 5 s, request and run nothing, and keep the page responsive.
// `npm run prove -- files [--only corpus|hostile]`. On a busy machine, processor time counts instead of time.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../lib/browser.ts';
import { corpus } from './files/corpus.ts';
import { hostileFiles } from './files/hostile.ts';
import { hostileVideos } from './files/hostile-videos.ts';
import { longestTaskOf, measureTime } from './files/measure.ts';
import type { PageReading, readChosenFile, readServedFile } from './files/page/main.ts';
import { sampleImages } from './files/pictures.ts';
import { buildPage, servePage } from './files/server.ts';
import { percentile } from './lib/figures.ts';

interface PageFunctions {
  readonly readServedFile: typeof readServedFile;
  readonly readChosenFile: typeof readChosenFile;
}

const only = process.argv[process.argv.indexOf('--only') + 1];
const hangTime = 5_000;
const longTask = 50;
const failures: string[] = [];
const readings: PageReading[] = [];
let slowest = 0;

const folder = await mkdtemp(join(tmpdir(), 'clover-files-'));
const browser = await openBrowser();
try {
  await buildPage(join(folder, 'page'));
  let contents: readonly (Uint8Array | string)[] = [];
  const server = await servePage(join(folder, 'page'), (number) => contents[number] ?? '');
  const page = await browser.newPage();
  const session = await browser.newBrowserCDPSession();
  const requests: string[] = [];
  // A player reads a video from the page's memory, at a `blob:` URL.
  const own = [`${server.url}assets/`, `${server.url}files/`, `blob:${server.url}`];
  const isOwn = (url: string) => own.some((start) => url.startsWith(start));
  await page.goto(server.url);
  page.on('request', (request) => void (isOwn(request.url()) || requests.push(request.url())));
  page.on('dialog', (dialog) => void (failures.push(`dialog: ${dialog.message()}`), dialog.dismiss()));

  const readOnce = (number: number, name: string) =>
    page.evaluate((file) => (globalThis as unknown as PageFunctions).readServedFile(...file), [
      number,
      name,
    ] as [number, string]);
  const read = async (number: number, name: string) => {
    const { result, milliseconds } = await measureTime(session, () => readOnce(number, name));
    // A busy machine also causes long tasks, so the processor time decides.
    const longestTask =
      result.longestTask > longTask
        ? await longestTaskOf(page, () => readOnce(number, name))
        : result.longestTask;
    const reading = { ...result, longestTask };
    readings.push(reading);
    slowest = Math.max(slowest, milliseconds);
    if (reading.outcome === 'failed') failures.push(`${name}: ${reading.text}`);
    if (milliseconds > hangTime) failures.push(`${name}: no answer for ${Math.round(milliseconds)} ms`);
    if (longestTask > longTask) failures.push(`${name}: a task of ${Math.round(longestTask)} ms in the page`);
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
      const { outcome, text, name: shown } = await read(number, name);
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
    console.log(
      `${files.length + 1} hostile files: all answered, the slowest after ${(slowest / 1_000).toFixed(1)} s (goal ${hangTime / 1_000} s)`,
    );
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

for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
