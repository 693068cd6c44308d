import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { prepareRounds, runRound } from './testing/encrypted/round.ts';

describeSchema('an encrypted history on several devices', (open) => {
  let vendor: FakeVendor;
  let database: OpenedDatabase;
  let service: RunningTestService;
  beforeAll(async () => {
    vendor = await startVendor();
    database = await open({ migrated: true });
    service = await startTestService(database);
    await prepareRounds(database, vendor);
  });
  afterAll(async () => {
    await Promise.all([service.close(), vendor.close()]);
  });

  it('loses no text and shows none to the service, from turning it on to turning it off', async () => {
    const options = { database, service, vendor, devices: 2, acts: 6, loss: 0.03, random: Math.random };
    const { failures, texts } = await runRound(options);
    expect(failures).toEqual([]);
    expect(texts).toBeGreaterThan(40);
  });
});
