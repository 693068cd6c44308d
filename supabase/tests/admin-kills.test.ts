import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/service/database/open.ts';
import { runKillTest } from '../../src/service/testing/kill-test.ts';
import { prepareBulk } from '../../src/service/testing/kill-subjects.ts';

/**
 * A short version of `npm run prove -- bulk`. `npm run prove -- merge` kills the other action that has several steps.
 */
describe('a bulk operation whose process is killed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-kills-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it(
    'processes each account once, and in the end all of them [ADMIN-040]',
    { timeout: 240_000 },
    async () => {
      const dataDir = join(folder, 'database');
      const { migrated } = inject('databases').pglite;
      const database = await openDatabase(
        { dataDir },
        { template: 'from' in migrated ? migrated.from : undefined },
      );
      const subject = await prepareBulk(database, 40, 2);
      await database.close();
      let isDone = false;
      const { wrong, killsDuringWork } = await runKillTest({
        dataDir,
        kills: 1,
        statement: subject.statement,
        killAfter: () => ({ statements: 5 }),
        inspect: async (from) => {
          isDone = await subject.isDone(from);
          return subject.inspect(from);
        },
      });
      expect(wrong).toEqual([]);
      expect(killsDuringWork).toBe(1);
      expect(isDone).toBe(true);
    },
  );
});
