// npm run lighthouse [-- /pricing …]: runs Lighthouse on the public pages of `npm start`, for a phone on a slow
// network. The median of three runs per page must reach each goal.
import { createServer } from 'node:net';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { chromiumArguments, chromiumPath } from './lib/browser.ts';
import { ensureBuilt } from './lib/build.mjs';
import { builtService, startServiceProcess } from './prove/lib/service-process.ts';

const RUNS = 3;
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const measures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const requested = process.argv.slice(2);
const pages = requested.length > 0 ? requested : ['/', '/features', '/pricing'];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Finds a port for the browser. Lighthouse needs it before the browser starts. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * Returns how much slower a mid-range phone is than this machine, by Lighthouse's calculator: 4 times for a typical
 * laptop, less for a slower or busier machine.
 */
function slowdownOf(benchmarkIndex) {
  if (benchmarkIndex >= 1300) return 3 + (benchmarkIndex - 1300) / 233;
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return Math.max(1, 1 + (benchmarkIndex - 150) / 650);
}

/** Runs one audit in a new browser, so that nothing is cached. */
async function run(url, cpuSlowdownMultiplier) {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: Object.keys(goals),
      throttling: { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier },
    });
    return result.lhr;
  } finally {
    await browser.close();
  }
}

/** Lists the audits that reduce a category's score, in Lighthouse's words. */
const improvementsFor = ({ categories, audits }, category) =>
  categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => `${id} ${audits[id].displayValue ?? ''}`.trim());

await ensureBuilt('web', 'service');
const service = await startServiceProcess(builtService);
let isReached = true;
try {
  // This run doesn't count: it warms up the service and measures this machine.
  const { benchmarkIndex } = (await run(service.url, 4)).environment;
  let slowdown = slowdownOf(benchmarkIndex);
  for (const path of pages) {
    const reports = [];
    const slowdowns = [];
    for (let index = 0; index < RUNS; index += 1) {
      slowdowns.push(slowdown.toFixed(1));
      reports.push(await run(service.url + path, slowdown));
      // Measure again, because other work changes the machine's speed.
      slowdown = slowdownOf(reports.at(-1).environment.benchmarkIndex);
    }
    console.log(`${path}  (this processor slowed ${slowdowns.join(', ')} times)`);
    for (const [category, goal] of Object.entries(goals)) {
      const scores = reports.map(({ categories }) => Math.round(categories[category].score * 100));
      const isFine = median(scores) >= goal;
      if (!isFine) isReached = false;
      const why = new Set(isFine ? [] : reports.flatMap((report) => improvementsFor(report, category)));
      console.log(`  ${category.padEnd(15)} ${scores.join(' ')}  (goal ${goal})${isFine ? '' : '  MISSED'}`);
      for (const line of why) console.log(`      ${line}`);
    }
    const shown = measures.map(
      (id) => `${reports[0].audits[id].title} ${reports[0].audits[id].displayValue}`,
    );
    console.log(`  ${shown.join(', ')}`);
  }
} finally {
  await service.stop();
}
process.exit(isReached ? 0 : 1);
