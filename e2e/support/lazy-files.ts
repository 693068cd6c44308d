import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';

interface Chunk {
  readonly file: string;
  readonly isDynamicEntry?: boolean;
}

const manifestFile = join(import.meta.dirname, '..', '..', 'out', 'web', '.vite', 'manifest.json');

export function readDynamicEntries(): ReadonlyMap<string, string> {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Readonly<Record<string, Chunk>>;
  return new Map(
    Object.entries(manifest).flatMap(([module, { file, isDynamicEntry }]) =>
      isDynamicEntry ? [[module, `/${file}`]] : [],
    ),
  );
}

/** One screen, and the steps that load all of its parts. */
export interface Walk {
  readonly name: string;
  /** Opens the screen. The files of the first document are not lazy. */
  readonly open: (page: Page) => Promise<void>;
  /** Performs all steps, and finally checks that everything works. */
  readonly run: (page: Page) => Promise<void>;
  /** Recovers from a failure if there is no Retry button. */
  readonly retry?: (page: Page) => Promise<void>;
}

const isCode = (path: string) => /^\/assets\/.*\.(?:js|css)$/.test(path);
const retryButton = (page: Page) => page.getByRole('button', { name: /^Retry/ }).first();

/** Waits until no file has been requested for a quarter of a second, because parts of a page load further parts. */
async function filesSettle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
    const last = Math.max(0, ...files.map((entry) => entry.startTime + entry.duration));
    return performance.now() - last > 250;
  });
}

/** Opens the screen. Waits until it is hydrated and has loaded all files that need no action. */
async function openWholly(page: Page, walk: Walk): Promise<void> {
  await walk.open(page);
  await page.waitForLoadState('networkidle');
  // With a limit, because a page that draws nothing may never be idle.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
  );
}

/** Returns the scripts and styles that a walk loads after its document, in order. */
export async function lazyFilesOf(page: Page, walk: Walk): Promise<readonly string[]> {
  const files = new Set<string>();
  await openWholly(page, walk);
  const onRequest = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url());
    if (isCode(pathname)) files.add(pathname);
  };
  page.context().on('request', onRequest);
  await walk.run(page);
  await filesSettle(page);
  page.context().off('request', onRequest);
  return [...files];
}

export type WalkOutcome = 'retried' | 'unnoticed';

/**
 * Runs a walk while one file is blocked. If an error appears, unblocks the file, presses Retry and finishes the walk.
 * Resolves with `unnoticed` if no error appears. Fails if the page is blank, or if the walk cannot be finished.
 */
export async function walkWithout(page: Page, walk: Walk, file: string): Promise<WalkOutcome> {
  const address = `**${file}`;
  await openWholly(page, walk);
  await page.context().route(address, (route) => route.abort());
  const walking = walk.run(page).then(
    async () => {
      await filesSettle(page);
      return null;
    },
    (error: unknown) => ({ error }),
  );
  const problem = retryButton(page).or(page.getByText("couldn't be loaded").first());
  const seen = problem
    .first()
    .waitFor({ timeout: 20_000 })
    .then(
      () => 'problem' as const,
      () => walking,
    );
  const first = await Promise.race([walking, seen]);
  await expectNotBlank(page, `${walk.name} without ${file}`);
  const hasProblem = first === 'problem' || (await problem.first().isVisible());
  const failure = first === 'problem' ? null : first;
  await page.context().unroute(address);
  if (!hasProblem) {
    if (failure) throw failure.error;
    return 'unnoticed';
  }
  await (walk.retry ? walk.retry(page) : retryButton(page).click());
  const end = await walking;
  if (end) throw end.error;
  return 'retried';
}

async function expectNotBlank(page: Page, where: string): Promise<void> {
  const hasContent = await page.evaluate(
    () =>
      (document.getElementById('root')?.childElementCount ?? 0) > 0 &&
      document.querySelector('#root :is(h1, h2, nav, [role="heading"], [role="alert"])') !== null,
  );
  expect(hasContent, `${where}: the page is blank`).toBe(true);
}
