import type { Queryable } from '../database/database.ts';

/** What private.schedule_retention schedules where a hosted project has pg_cron. */
const job = 'clover-retention';

/** Keeps the target from tidying what has just arrived, before it was compared; where it has a clock of its own. */
export async function pauseRetention(target: Queryable): Promise<void> {
  const [found] = await target.query<{ has_clock: boolean }>(
    `select to_regclass('cron.job') is not null as has_clock`,
  );
  if (found?.has_clock)
    await target.query(`select cron.unschedule(jobid) from cron.job where jobname = $1`, [job]);
}

/** Sets the clock again; where there is none, nothing happens. */
export async function resumeRetention(target: Queryable): Promise<void> {
  await target.query(`select private.schedule_retention()`);
}
