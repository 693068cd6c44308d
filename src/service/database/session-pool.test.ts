import { expect, it, vi } from 'vitest';
import type { Session } from './session.ts';
import { createSessionPool } from './session-pool.ts';
import { ConnectionLost, StorageFailed } from './unavailable.ts';

const failing = (code: string) => new StorageFailed({ cause: Object.assign(new Error(), { code }) });

function makePool() {
  const reports: string[] = [];
  const session = { isLost: false, check: async () => {}, end: async () => {} } as unknown as Session;
  const pool = createSessionPool({
    size: 1,
    connect: async () => session,
    onProblem: (event, reason) => reports.push(`${event} ${reason}`.trim()),
  });
  const fail = (error: Error) =>
    pool
      .use(async () => {
        throw error;
      })
      .catch(() => {});
  return { reports, fail, work: () => pool.use(async () => 'done') };
}

it('reports a damaged page after a full disk, although the session still worked', async () => {
  const { reports, fail, work } = makePool();
  await fail(failing('53100'));
  await work();
  await fail(failing('XX001'));
  await fail(new ConnectionLost());
  expect(reports).toEqual(['storage-failed 53100', 'storage-failed XX001', 'database-lost ConnectionLost']);
});

it('reports the same storage failure once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { reports, fail, work } = makePool();
  for (let round = 0; round < 50; round += 1) {
    await fail(failing('53100'));
    await work();
  }
  expect(reports).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  await fail(failing('53100'));
  expect(reports).toHaveLength(2);
  vi.useRealTimers();
});
