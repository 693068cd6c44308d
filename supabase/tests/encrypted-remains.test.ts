import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import { clearPlainCopies } from '../../src/service/database/clear-plain-copies.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import { createLog } from '../../src/service/log.ts';
import { filesBelow, searchPieces } from '../../src/service/testing/canary.ts';
import { createObjectFiles } from '../../src/service/storage/object-files.ts';
import { startObjectCleanUp } from '../../src/service/storage/clean-up.ts';
import { startMaintenance } from '../../src/service/maintenance.ts';
import { startTestService } from '../../src/service/testing/running-service.ts';
import { LossyAccount } from './testing/encrypted/account.ts';
import { type Act, acts } from './testing/encrypted/acts.ts';
import { prepareRounds, writeHistory } from './testing/encrypted/round.ts';
import { turnOn } from './testing/encrypted/turn-on.ts';

describe('an encrypted history on the embedded database', () => {
  let folder: string;
  let vendor: FakeVendor;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-remains-'));
    vendor = await startVendor();
  });
  afterAll(async () => {
    await vendor.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('leaves no text in files, backups and the log, not even from before it was turned on', async () => {
    const { migrated } = inject('databases').pglite;
    const database = await openDatabase(
      { dataDir: join(folder, 'database') },
      {
        template: 'from' in migrated ? migrated.from : '',
        backups: { directory: join(folder, 'backups'), schema: '' },
      },
    );
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const service = await startTestService(database, log);
    const stopCleanUp = await startObjectCleanUp(database, createObjectFiles(service.objects), log);
    await prepareRounds(database, vendor);
    // With 0.9, new chats belong to this device only. Some acts need such a chat.
    const account = await LossyAccount.create({ database, service, loss: 0, random: () => 0.9 });
    const { marker } = account.ledger;
    const places = async () => {
      await database.query('checkpoint');
      return searchPieces(await filesBelow([folder, service.objects]), [marker]).found;
    };

    await writeHistory(account);
    // The planner's statistics contain samples of texts.
    await database.withoutTimeLimit((session) => session.query('vacuum (analyze)'));
    expect((await places()).length).toBeGreaterThan(2);

    const vault = await turnOn(account.user, account.plain);
    const device = account.writer(vault);
    await device.reload();
    const allActs = Object.keys(acts) as Act[];
    await account.perform(device, ['begin', 'begin', ...allActs]);
    await account.convert(vault, 'turning_on');
    await account.perform(device, ['begin', 'begin', ...allActs]);
    expect(account.failures).toEqual([]);
    expect(account.ledger.size).toBeGreaterThan(40);

    const stopMaintenance = startMaintenance(database, log);
    await expect.poll(() => lines.join(''), { timeout: 30_000 }).toContain('plain-copies-cleared');
    stopMaintenance();
    await expect.poll(places, { timeout: 10_000 }).toEqual([]);
    expect(await clearPlainCopies(database)).toBe(0);
    await account.compare(await account.open(vault), 'at the end');
    expect(account.failures).toEqual([]);
    await stopCleanUp();
    await service.close();
    await database.close();
    expect(searchPieces(await filesBelow([folder]), [marker])).toMatchObject({ found: [] });
    expect((await filesBelow([join(folder, 'backups')])).length).toBeGreaterThan(100);
    expect(lines.join('')).not.toContain(marker);
    // Most of the time is reading 60 MB of files in all encodings.
  }, 120_000);
});
