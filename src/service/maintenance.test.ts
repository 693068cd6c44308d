import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from './log.ts';
import { startMaintenance } from './maintenance.ts';
import { describeDatabases } from './testing/databases.ts';

describeDatabases('maintenance', (open) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('removes guests after a day at the start and on its interval, and nobody else', async () => {
    const database = await open({ migrated: true });
    const insert = (id: string, isAnonymous: boolean, age: string) =>
      database.query(
        `insert into auth.users (id, is_anonymous, created_at) values ($1, $2, now() - $3::interval)`,
        [id, isAnonymous, age],
      );
    const ids = async () =>
      (await database.query<{ id: string }>('select id from auth.users order by id')).map(({ id }) =>
        id.at(-1),
      );
    await insert('00000000-0000-0000-0000-000000000001', true, '25 hours');
    await insert('00000000-0000-0000-0000-000000000002', true, '23 hours');
    await insert('00000000-0000-0000-0000-000000000003', false, '25 hours');
    const stop = startMaintenance(database, silentLog);
    await expect.poll(ids).toEqual(['2', '3']);

    await database.query(`update auth.users set created_at = now() - interval '25 hours' where is_anonymous`);
    vi.advanceTimersByTime(30 * 60_000);
    await expect.poll(ids).toEqual(['3']);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
