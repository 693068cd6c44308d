import { createHmac } from 'node:crypto';
import type { Queryable } from '../database/database.ts';

/** At most `limit` attempts in any period of `milliseconds`. */
export interface RateLimitRule {
  readonly limit: number;
  readonly milliseconds: number;
}

/** Identifies what is counted, e.g. the sign-ups from one IP address. */
export interface AttemptCount {
  /** Must be unique. Stored as a keyed hash, because it may contain an email or an IP address. */
  readonly name: string;
  readonly rule: RateLimitRule;
  /** False to check the limit without counting. Failed attempts are added later. */
  readonly isTaken?: boolean;
}

export interface AttemptResult {
  /** Seconds until the next attempt; 0 if this one is allowed. */
  readonly secondsLeft: number;
  /** Number of earlier attempts in each count, in the order of the counts. */
  readonly before: readonly number[];
}

/**
 * Counts attempts in sliding windows. The counts are in the database, so instances share them and they survive a
 * restart.
 */
export interface RateLimiter {
  /** Adds one attempt to every count, or to none if any count has reached its limit. */
  take(counts: readonly AttemptCount[]): Promise<AttemptResult>;
  /** Removes the newest attempt, for limits that only count failures. */
  refund(counts: readonly AttemptCount[]): Promise<void>;
  /** Checks whether the count has attempts that have not expired yet. */
  has(name: string): Promise<boolean>;
}

/** Number of attempts after which expired counts are deleted. */
const attemptsBetweenCleanUps = 500;

export function createRateLimiter(database: Queryable, secret: string, clock: () => Date): RateLimiter {
  const key = createHmac('sha256', secret).update('names of rate limits').digest();
  const hashOf = (name: string) => createHmac('sha256', key).update(name).digest('base64url');
  let attempts = 0;

  return {
    async take(counts) {
      const now = clock();
      attempts += 1;
      if (attempts % attemptsBetweenCleanUps === 0)
        await database.query('delete from auth.attempts where expires_at < $1', [now.toISOString()]);
      const [row] = await database.query<{ full_until: string | null; counts: readonly number[] }>(
        `select full_until, counts from auth.take_attempts(
           $1::text[], $2::integer[], $3::double precision[], $4::boolean[], $5
         )`,
        [
          counts.map(({ name }) => hashOf(name)),
          counts.map(({ rule }) => rule.limit),
          counts.map(({ rule }) => rule.milliseconds / 1000),
          counts.map(({ isTaken }) => isTaken !== false),
          now.toISOString(),
        ],
      );
      const until = row?.full_until ? new Date(row.full_until).getTime() : null;
      return {
        secondsLeft: until === null ? 0 : Math.max(1, Math.ceil((until - now.getTime()) / 1000)),
        before: row?.counts ?? [],
      };
    },
    async refund(counts) {
      await database.query(
        `with locked as (
           select name from auth.attempts where name = any($1::text[]) order by name for update
         )
         update auth.attempts a set times = a.times[1:cardinality(a.times) - 1]
         from locked where a.name = locked.name and cardinality(a.times) > 0`,
        [counts.filter(({ isTaken }) => isTaken !== false).map(({ name }) => hashOf(name))],
      );
    },
    async has(name) {
      const rows = await database.query(
        `select from auth.attempts where name = $1 and expires_at > $2 and cardinality(times) > 0`,
        [hashOf(name), clock().toISOString()],
      );
      return rows.length > 0;
    },
  };
}
