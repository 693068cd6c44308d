// npm run budget: opens pages of the built web app in a browser without a cache. Fails if a page exceeds its budget.
// `--files` lists the files that each page loads.
import { ensureBuilt } from '../lib/build.mjs';
import { openBrowser } from '../lib/browser.ts';
import { builtService, startServiceProcess } from '../prove/lib/service-process.ts';
import { budgets, signInRequests } from './budgets.ts';
import { measureLoad, openWithoutCache, type PageLoad, type StoredSession } from './page-load.ts';
import { measureSignIn } from './sign-in.ts';

await ensureBuilt('web', 'service');
const service = await startServiceProcess(builtService);
const browser = await openBrowser();

async function open(path: string, until?: string, session?: StoredSession): Promise<PageLoad> {
  const page = await openWithoutCache(browser, session);
  const load = await measureLoad(page, { url: service.url + path, ...(until && { until }) });
  await page.context().close();
  return load;
}

let isOver = false;
function compare(value: number, limit: number, digits = 0): string {
  const isFine = value <= limit;
  isOver ||= !isFine;
  return `${value.toFixed(digits)} of ${limit}${isFine ? '' : ' OVER'}`.padEnd(18);
}

try {
  const [landing, signIn, { requests, session }] = await Promise.all([
    open('/'),
    open('/signin'),
    measureSignIn(browser, service.url),
  ]);
  const chat = await open('/chat', 'textarea[aria-label="Message"]:enabled', session);
  const loads = { landing, 'sign-in': signIn, chat };
  console.log(
    ['', 'JS and CSS, kB', 'requests', 'waves', 'unused, %'].map((text) => text.padEnd(18)).join(''),
  );
  for (const [name, load] of Object.entries(loads)) {
    const budget = budgets[name as keyof typeof loads];
    console.log(
      name.padEnd(18) +
        compare(load.kilobytes, budget.kilobytes, 1) +
        compare(load.requests, budget.requests) +
        compare(load.waves, budget.waves) +
        compare(load.unused * 100, budget.unused),
    );
  }
  console.log(
    `from sign-in to the chat with its data: ${compare(requests.length, signInRequests).trim()} requests`,
  );
  if (process.argv.includes('--files')) {
    for (const [name, { files }] of Object.entries(loads)) console.log(`\n${name}\n${files.join('\n')}`);
    console.log(`\nfrom sign-in to the chat\n${requests.join('\n')}`);
  }
} finally {
  await browser.close();
  await service.stop();
}
process.exitCode = isOver ? 1 : 0;
