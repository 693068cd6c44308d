import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goldenBody, parseGolden, runGolden } from '../../../src/shared/providers/testing/golden.ts';
import {
  differenceOf,
  readDirectly,
  type Cut,
  type ReadStream,
} from '../../../src/shared/providers/testing/streams/read-stream.ts';
import { recordedStreams } from '../../../src/shared/providers/testing/streams/recorded-streams.ts';
import { dialectNames, type DialectName } from '../../../src/shared/providers/vendor.ts';
import { readThroughGateway } from '../../../supabase/functions/_shared/testing/read-through-gateway.ts';
import { root } from '../../lib/run.mjs';
import { secondsSince } from './figures.ts';
import { readThroughMain } from './read-through-main.ts';
import { withReadThroughService } from './read-through-service.ts';

interface DialectFigures {
  readonly way: string;
  readonly dialect: string;
  readonly streams: number;
  readonly readings: number;
  readonly seconds: number;
  readonly differences: readonly string[];
}

/** The number of streams that are read at the same time. A user may have 20 concurrent replies. */
const concurrency = 12;

async function readAll(
  way: string,
  readStream: ReadStream,
  dialect: DialectName,
  cutsOf: (length: number) => readonly Cut[],
): Promise<DialectFigures> {
  const started = performance.now();
  const streams = recordedStreams[dialect];
  const readings = streams.flatMap((stream) => cutsOf(stream.body.length).map((cut) => ({ stream, cut })));
  const differences: string[] = [];
  for (let index = 0; index < readings.length; index += concurrency) {
    const some = readings.slice(index, index + concurrency);
    const found = await Promise.all(
      some.map(({ stream, cut }) => differenceOf(readStream, dialect, stream, cut)),
    );
    differences.push(...found.flatMap((difference) => difference ?? []));
  }
  const seconds = secondsSince(started);
  return { way, dialect, streams: streams.length, readings: readings.length, seconds, differences };
}

/** Returns all cuts: none, before every byte in one reading, and before one byte in each further reading. */
const allCuts = (length: number): readonly Cut[] => [
  'nowhere',
  'everywhere',
  ...Array.from({ length: Math.max(length - 1, 0) }, (_, index) => index + 1),
];

const extremeCuts = (): readonly Cut[] => ['nowhere', 'everywhere'];

/** Compares the requests with the golden files, and the replies with those in the files, split before every byte. */
async function compareGoldenFiles(): Promise<DialectFigures> {
  const started = performance.now();
  const folder = join(root, 'src/shared/providers/golden');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.http'),
  );
  const differences: string[] = [];
  let readings = 0;
  for (const file of files) {
    const golden = parseGolden(readFileSync(join(folder, file), 'utf8'));
    // Other calls contain measured times, so `npm test` compares them with a fake clock.
    if (golden.asked.call !== 'completion') continue;
    const length = golden.answered === '' ? 1 : goldenBody(golden.answered).length;
    for (let at = 0; at < length; at += 1) {
      const { sent, read } = await runGolden(golden, at);
      readings += 1;
      if (sent !== golden.sent) differences.push(`${file}: sent\n${sent}`);
      if (read !== golden.read) differences.push(`${file}, cut ${at}: read\n${read}`);
    }
  }
  const seconds = secondsSince(started);
  return { way: 'golden files', dialect: 'all', streams: files.length, readings, seconds, differences };
}

/** Reads every recorded stream with every reader. `log` receives the figures of each reader. */
export async function proveDialects(log: (figures: DialectFigures) => void): Promise<readonly string[]> {
  const differences: string[] = [];
  const note = (figures: DialectFigures) => {
    differences.push(...figures.differences);
    log(figures);
  };
  note(await compareGoldenFiles());
  const ways = [
    ['provider client', readDirectly],
    ['gateway', readThroughGateway],
    ['main, own key', readThroughMain],
  ] as const;
  for (const [way, readStream] of ways)
    for (const dialect of dialectNames) note(await readAll(way, readStream, dialect, allCuts));
  await withReadThroughService(async (readStream) => {
    for (const dialect of dialectNames) note(await readAll('service', readStream, dialect, extremeCuts));
  });
  return differences;
}
