import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runKillRounds } from '../testing/kill-rounds.ts';

/** A short version of `npm run prove -- kill`. */
describe('a database whose process is killed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-kill-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has every acknowledged row and no others', { timeout: 120_000 }, async () => {
    const { base } = inject('databases').pglite;
    const report = await runKillRounds({
      dataDir: join(folder, 'database'),
      template: 'from' in base ? base.from : undefined,
      kills: 2,
      rowsBeforeKill: (round) => 20 + round * 15,
    });
    expect(report).toMatchObject({ kills: 2, lost: [], phantom: [], torn: [] });
    expect(report.acknowledged).toBeGreaterThanOrEqual(20 + 35);
  });
});
