import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from './log.ts';
import { startMaintenance } from './maintenance.ts';
import { describeDatabases } from './testing/databases.ts';

describeDatabases('maintenance', (open) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('removes guests after a day and unconfirmed sign-ups after a week, at the start and regularly', async () => {
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
    await insert('00000000-0000-0000-0000-000000000004', false, '8 days');
    await database.query(
      `update auth.users set email = 'unconfirmed@example.org', confirmation_sent_at = created_at where id = $1`,
      ['00000000-0000-0000-0000-000000000004'],
    );
    const stop = startMaintenance(database, silentLog);
    await expect.poll(ids).toEqual(['2', '3']);

    await database.query(`update auth.users set created_at = now() - interval '25 hours' where is_anonymous`);
    vi.advanceTimersByTime(30 * 60_000);
    await expect.poll(ids).toEqual(['3']);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('removes images that no message shows after a day', async () => {
    const database = await open({ migrated: true });
    const user = '00000000-0000-0000-0000-000000000001';
    await database.query(`insert into auth.users (id) values ($1)`, [user]);
    for (const age of ['25 hours', '23 hours'])
      await database.query(
        `insert into public.message_images (user_id, content_type, content, created_at)
         values ($1, 'image/png', '\\x89', now() - $2::interval)`,
        [user, age],
      );
    startMaintenance(database, silentLog)();
    const count = async () =>
      (await database.query<{ n: number }>('select count(*)::int as n from public.message_images'))[0]?.n;
    await expect.poll(count).toBe(1);
  });
});
