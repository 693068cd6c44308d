// Asks what the product asks, of a database with 50,000 messages and of one with 5,000,000, and prints times and plans.
// `npm run prove:scale [folder [beginning of a question]]` keeps the databases in the folder for the next time; without
// a folder they are thrown away.
// It ends with 1 when a question takes more than 1.5 times as long in the large one, or reads a large table whole.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill, startCluster } from './lib/scale/cluster.ts';
import { openSubject, type Subject } from './lib/scale/measure.ts';
import { reading, writing } from './lib/scale/person-queries.ts';
import type { Query } from './lib/scale/query.ts';
import { measuredPeople } from './lib/scale/rows.ts';
import { administering, keeping, serving } from './lib/scale/service-queries.ts';

const queries = [...reading, ...writing, ...serving, ...administering, ...keeping];
const small = { people: 500, messages: 50_000 };
const large = { people: 50_000, messages: 5_000_000 };
/** Each round asks both databases, as the next person. A slow question gets fewer, once it has taken its time. */
const rounds = { most: 31, least: 9, milliseconds: 1500 };
const mostTimes = 1.5;
/** Below so many milliseconds in the small database, so much more is allowed instead: the round trip itself varies. */
const floor = { below: 1, more: 0.5 };

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Medians of both, asked in turns, so that both bear whatever else the machine does. */
async function compare(query: Query, subjects: readonly [Subject, Subject]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  // Warm: each person's pages are in memory, and the statements inside functions have the plans that they keep.
  for (let person = 1; person <= measuredPeople; person += 1)
    for (const subject of subjects) await subject.time(query, person);
  const begun = performance.now();
  for (let round = 0; round < rounds.most; round += 1) {
    if (round >= rounds.least && performance.now() - begun > rounds.milliseconds) break;
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      times[which].push(await subjects[which].time(query, 1 + (round % measuredPeople)));
  }
  return [median(times[0]), median(times[1])];
}

/** Prints one question; whether it keeps the bounds. */
async function judge(query: Query, subjects: readonly [Subject, Subject]): Promise<boolean> {
  const [few, many] = await compare(query, subjects);
  // A session keeps a function's plan after the fifth time.
  for (let person = 1; person <= 6; person += 1) await subjects[1].plan(query, person);
  const [before, plan] = [await subjects[0].plan(query, 7), await subjects[1].plan(query, 7)];
  const isSlow = query.within
    ? many > query.within
    : many > few * mostTimes && (few >= floor.below || many > few + floor.more);
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

async function prove(url: string, asked: readonly Query[]): Promise<boolean> {
  const subjects = [await openSubject(`${url}/small`), await openSubject(`${url}/large`)] as const;
  console.log(
    `${'median milliseconds at'.padEnd(36)}  50,000 5,000,000  times   ${'pages'.padEnd(15)}plan at 5,000,000`,
  );
  let failures = 0;
  for (const query of asked) if (!(await judge(query, subjects))) failures += 1;
  console.log(
    failures === 0
      ? `all ${asked.length} within the bounds: at most ${mostTimes} times as long, or ${floor.more} ms more where it takes less than ${floor.below} ms; no large table read whole`
      : `${failures} of ${asked.length} beyond the bounds`,
  );
  for (const subject of subjects) await subject.close();
  return failures === 0;
}

const [kept, only = ''] = process.argv.slice(2);
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'clover-scale-')));
const server = await startCluster(folder);
try {
  if (server) {
    await fill(server, 'small', small);
    await fill(server, 'large', large);
    const asked = queries.filter(({ name }) => name.startsWith(only));
    process.exitCode = (await prove(server.url, asked)) ? 0 : 1;
  } else {
    console.log('not run here: PostgreSQL is not installed');
    process.exitCode = 1;
  }
} finally {
  await server?.stop();
  if (kept === undefined) await rm(folder, { recursive: true, force: true });
}
