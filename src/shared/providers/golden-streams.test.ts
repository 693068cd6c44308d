import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readThroughGateway } from '../../../supabase/functions/_shared/testing/read-through-gateway.ts';
import { goldenBody, parseGolden, runGolden } from './testing/golden.ts';
import { differenceOf, readDirectly } from './testing/streams/read-stream.ts';
import { recordedStreams } from './testing/streams/recorded-streams.ts';
import { dialectNames } from './vendor.ts';

const folder = join(import.meta.dirname, 'golden');
const goldenStreams = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.http'))
  .map((name) => name.replaceAll('\\', '/'))
  .toSorted()
  .map((name) => [name, parseGolden(readFileSync(join(folder, name), 'utf8'))] as const)
  .filter(([, { answered }]) => answered.includes('\ncontent-type: text/event-stream'));

it.each(goldenStreams)('%s is read the same wherever its bytes are split', async (_, golden) => {
  const { length } = goldenBody(golden.answered);
  const others: unknown[] = [];
  // `npm run prove -- dialects` splits at every byte.
  for (let at = 1; at < length; at += 7) {
    const { read } = await runGolden(golden, at);
    if (read !== golden.read) others.push({ at, read });
  }
  expect(others).toEqual([]);
});

describe.each(dialectNames)('the recorded streams of %s', (dialect) => {
  const streams = recordedStreams[dialect];

  it('are many, with different names', () => {
    expect(streams.length).toBeGreaterThan(25);
    expect(new Set(streams.map(({ name }) => name)).size).toBe(streams.length);
  });

  it('are read correctly, whole and byte by byte', async () => {
    const cuts = ['nowhere', 'everywhere'] as const;
    const differences = await Promise.all(
      streams.flatMap((stream) => cuts.map((cut) => differenceOf(readDirectly, dialect, stream, cut))),
    );
    expect(differences.filter(Boolean)).toEqual([]);
  });

  it('are read the same through the gateway', async () => {
    const differences: unknown[] = [];
    for (const stream of streams)
      differences.push(await differenceOf(readThroughGateway, dialect, stream, 'nowhere'));
    expect(differences.filter(Boolean)).toEqual([]);
  });
});
