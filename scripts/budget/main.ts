// npm run budget: opens pages of the built web app in a browser without a cache. Fails if a page exceeds its budget.
// `--files` lists the files that each page loads.
import { ensureBuilt } from '../lib/build.mjs';
import { openBrowser } from '../lib/browser.ts';
import { builtService, startServiceProcess } from '../prove/lib/service-process.ts';
import { budgets, signInRequests } from './budgets.ts';
import { measurePages } from './pages.ts';

await ensureBuilt('web', 'service');
const service = await startServiceProcess(builtService);
const browser = await openBrowser();

let isOver = false;
function compare(value: number, limit: number, digits = 0): string {
  const isFine = value <= limit;
  isOver ||= !isFine;
  return `${value.toFixed(digits)} of ${limit}${isFine ? '' : ' OVER'}`.padEnd(18);
}

try {
  const { loads, requests } = await measurePages(browser, service.url);
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
  if (requests.length > signInRequests) console.log(requests.join('\n'));
  if (process.argv.includes('--files')) {
    for (const [name, { files }] of Object.entries(loads)) console.log(`\n${name}\n${files.join('\n')}`);
    console.log(`\nfrom sign-in to the chat\n${requests.join('\n')}`);
  }
} finally {
  await browser.close();
  await service.stop();
}
process.exitCode = isOver ? 1 : 0;
