import { expect, it } from 'vitest';
import { DatabaseDamaged } from './database/backup.ts';
import type { Database } from './database/database.ts';
import { createDatabaseHealth } from './database-health.ts';

let startedAt = '2026-11-22 10:00:00+00';
const database = { query: async () => [{ time: startedAt }] } as unknown as Database;

function watch(kind: Database['kind']) {
  const logged: string[] = [];
  const health = createDatabaseHealth(kind, (event) => logged.push(event));
  const status = async () => {
    const response = await health.readiness(database);
    return [response.status, ((await response.json()) as { status: string }).status];
  };
  return { logged, health, status };
}

it('is not ready after reading a damaged page, until a complete backup has read all pages', async () => {
  const { logged, health, status } = watch('pglite');
  expect(await status()).toEqual([200, 'ready']);
  health.onProblem('storage-failed', 'XX001');
  expect(await status()).toEqual([503, 'damaged']);
  health.onProblem('database-back', '');
  expect(await status()).toEqual([503, 'damaged']);
  health.onBackup(new DatabaseDamaged('/data', 'base/5/1'));
  expect(await status()).toEqual([503, 'damaged']);
  health.onBackup();
  expect(await status()).toEqual([200, 'ready']);
  expect(logged).toEqual(['database-damaged', 'database-back', 'database-damaged']);
});

it('is ready again once a damaged PostgreSQL server was restarted', async () => {
  const { health, status } = watch('postgres');
  health.onProblem('storage-failed', 'XX002');
  expect(await status()).toEqual([503, 'damaged']);
  expect(await status()).toEqual([503, 'damaged']);
  startedAt = '2026-11-22 11:00:00+00';
  expect(await status()).toEqual([200, 'ready']);
});

it('stays ready when a backup fails or the disk is full', async () => {
  const { logged, health, status } = watch('pglite');
  health.onBackup(new Error('no space'));
  health.onProblem('storage-failed', '53100');
  expect(await status()).toEqual([200, 'ready']);
  expect([health.hasBackupFailed(), health.isDamaged()]).toEqual([true, false]);
  health.onBackup();
  expect(health.hasBackupFailed()).toBe(false);
  expect(logged).toEqual(['backup-failed', 'storage-failed']);
});
