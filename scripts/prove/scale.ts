// Runs the product's queries with 50,000 and with 5,000,000 messages: none may take more than 1.5 times as long. `npm
// run prove -- scale [folder [start of a query's name]]` keeps the databases in the folder for the next run. Without a
// folder, it deletes them. It prints times and plans, and also fails if a query reads a large table completely.
import { withFolder } from './lib/databases.ts';
import { median } from './lib/figures.ts';
import { fillDatabase, startCluster } from './lib/scale/cluster.ts';
import { openMeasuredDatabase, type MeasuredDatabase } from './lib/scale/measure.ts';
import { readQueries, writeQueries } from './lib/scale/person-queries.ts';
import type { Query } from './lib/scale/query.ts';
import { measuredPeople } from './lib/scale/rows.ts';
import { adminQueries, maintenanceQueries, serviceQueries } from './lib/scale/service-queries.ts';

const queries = [...readQueries, ...writeQueries, ...serviceQueries, ...adminQueries, ...maintenanceQueries];
const small = { people: 500, messages: 50_000 };
const large = { people: 50_000, messages: 5_000_000 };
/** Each round runs on both databases, as another user. Slow queries have fewer rounds. */
const rounds = { most: 31, least: 9, milliseconds: 1500 };
const maxRatio = 1.5;
/** Always allowed, because round trips vary. Only relevant for fast queries. In milliseconds. */
const floor = { below: 1, more: 0.5 };

/** Measures the medians of both databases. Alternates the runs, so that other load on the machine affects both. */
async function compare(
  query: Query,
  subjects: readonly [MeasuredDatabase, MeasuredDatabase],
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  // Warms up: loads each user's pages into memory, and lets PostgreSQL choose the final plans of statements inside
  // functions.
  for (let person = 1; person <= measuredPeople; person += 1)
    for (const subject of subjects) await subject.time(query, person);
  const start = performance.now();
  for (let round = 0; round < rounds.most; round += 1) {
    if (round >= rounds.least && performance.now() - start > rounds.milliseconds) break;
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      times[which].push(await subjects[which].time(query, 1 + (round % measuredPeople)));
  }
  return [median(times[0]), median(times[1])];
}

/** Prints one query. Returns whether it is within the limits. */
async function checkQuery(
  query: Query,
  subjects: readonly [MeasuredDatabase, MeasuredDatabase],
): Promise<boolean> {
  const [few, many] = await compare(query, subjects);
  // A session keeps a function's plan after five runs.
  for (let person = 1; person <= 6; person += 1) await subjects[1].plan(query, person);
  const [before, plan] = [await subjects[0].plan(query, 7), await subjects[1].plan(query, 7)];
  const isSlow = query.within
    ? many > query.within
    : many > few * maxRatio && (few >= floor.below || many > few + floor.more);
  const isScan = !query.within && plan.scanned.length > 0;
  const pages = `${before.pages} / ${plan.pages}`;
  console.log(
    [
      query.name.padEnd(36),
      few.toFixed(2).padStart(8),
      many.toFixed(2).padStart(10),
      (many / few).toFixed(2).padStart(7),
      `   ${pages.padEnd(15)}`,
      plan.nodes.join(', '),
      query.within ? `  (within ${query.within} ms)` : '',
      isSlow ? '  TOO SLOW' : '',
      isScan ? `  READS ALL OF ${plan.scanned.join(', ')}` : '',
    ].join(''),
  );
  return !isSlow && !isScan;
}

async function prove(url: string, selected: readonly Query[]): Promise<boolean> {
  const subjects = [
    await openMeasuredDatabase(`${url}/small`),
    await openMeasuredDatabase(`${url}/large`),
  ] as const;
  console.log(
    `${'median milliseconds at'.padEnd(36)}  50,000 5,000,000  times   ${'pages'.padEnd(15)}plan at 5,000,000`,
  );
  let failures = 0;
  for (const query of selected) if (!(await checkQuery(query, subjects))) failures += 1;
  console.log(
    failures === 0
      ? `all ${selected.length} within the bounds: at most ${maxRatio} times as long, or ${floor.more} ms more where it takes less than ${floor.below} ms; no large table read completely`
      : `${failures} of ${selected.length} beyond the bounds`,
  );
  for (const subject of subjects) await subject.close();
  return failures === 0;
}

const [folder, start = ''] = process.argv.slice(2);

async function run(place: string): Promise<boolean> {
  const server = await startCluster(place);
  if (!server) {
    console.log('not run here: PostgreSQL is not installed');
    return false;
  }
  try {
    await fillDatabase(server, 'small', small);
    await fillDatabase(server, 'large', large);
    return await prove(
      server.url,
      queries.filter(({ name }) => name.startsWith(start)),
    );
  } finally {
    await server.stop();
  }
}

process.exitCode = (await (folder === undefined ? withFolder('scale', run) : run(folder))) ? 0 : 1;
