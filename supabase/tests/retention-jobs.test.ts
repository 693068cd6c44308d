import { expect, it } from 'vitest';
import type { Queryable } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';

/** A fake pg_cron, which neither test database has. It stores the last job of each name. */
const cron = `
create schema cron;
create table cron.job (jobname text primary key, schedule text, command text);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job values (job_name, schedule, command)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command;
  select 1::bigint;
$$;`;

describeSchema('scheduled retention', (open) => {
  const schedule = async (database: Queryable) =>
    (await database.query<{ done: boolean }>('select private.schedule_retention() as done'))[0]?.done;

  it('does not fail the migrations without pg_cron, and returns false when called again', async () => {
    expect(await schedule(await open({ migrated: true }))).toBe(false);
  });

  it('schedules each job once, even if called repeatedly, and the first deletes what has expired', async () => {
    const database = await open({ migrated: true });
    await database.execute(cron);
    expect([await schedule(database), await schedule(database)]).toEqual([true, true]);
    const jobs = await database.query<{ jobname: string; schedule: string; command: string }>(
      'select * from cron.job',
    );
    expect(jobs).toEqual([
      {
        jobname: 'clover-retention',
        schedule: '*/30 * * * *',
        command: 'select private.purge_expired()',
      },
      {
        jobname: 'clover-replies',
        schedule: '* * * * *',
        command: 'select public.settle_abandoned_replies()',
      },
    ]);
    await database.query(
      `insert into auth.users (id, is_anonymous, created_at)
       select gen_random_uuid(), true, now() - age from unnest(array['25 hours', '23 hours']::interval[]) as age`,
    );
    expect(await database.query(jobs[0]!.command)).toEqual([
      { purge_expired: { guests: 1, images: 0, objects: 0, shares: 0, unconfirmed: 0 } },
    ]);
    expect(await database.query('select from auth.users where is_anonymous')).toHaveLength(1);
    expect(await database.query(jobs[1]!.command)).toEqual([{ settle_abandoned_replies: 0 }]);
  });
});
