import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { createRateLimiter, type AttemptCount } from './rate-limiter.ts';
import { TestClock } from './testing/harness.ts';

describeDatabases('a rate limiter', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  /** Allows two attempts per second. Each test uses its own names. */
  function start(limit = 2) {
    const clock = new TestClock();
    const prefix = crypto.randomUUID();
    const limiter = createRateLimiter(database, 'a secret', clock.now);
    const count = (name: string): AttemptCount => ({
      name: prefix + name,
      rule: { limit, milliseconds: 1000 },
    });
    const take = async (...names: string[]) => (await limiter.take(names.map(count))).secondsLeft === 0;
    return { clock, limiter, count, take };
  }

  it("allows one attempt for each that left the window; refusals don't extend it", async () => {
    const { clock, take } = start();
    expect(await take('a')).toBe(true);
    clock.advance(600);
    expect(await take('a')).toBe(true);
    expect(await take('a')).toBe(false);
    expect(await take('b')).toBe(true);
    clock.advance(300);
    expect(await take('a')).toBe(false);
    clock.advance(100);
    expect(await take('a')).toBe(true);
    expect(await take('a')).toBe(false);
  });

  it('adds to all counts or to none, and returns the longest wait', async () => {
    const { take, limiter, count } = start();
    await take('full');
    await take('full');
    expect(await take('full', 'other')).toBe(false);
    expect(await limiter.take([count('other')])).toEqual({ secondsLeft: 0, before: [0] });
    const long = { ...count('long'), rule: { limit: 1, milliseconds: 90_000 } };
    await limiter.take([long]);
    expect((await limiter.take([count('full'), long])).secondsLeft).toBe(90);
  });

  it('does not count attempts that were returned or only checked', async () => {
    const { take, limiter, count } = start(1);
    await take('a');
    await limiter.refund([count('a'), count('never taken')]);
    expect(await limiter.has(count('a').name)).toBe(false);
    await limiter.take([{ ...count('a'), isTaken: false }]);
    expect(await take('a')).toBe(true);
    expect(await limiter.has(count('a').name)).toBe(true);
    expect((await limiter.take([{ ...count('a'), isTaken: false }])).secondsLeft).toBe(1);
  });

  it('counts simultaneous attempts one by one, in any order of their counts', async () => {
    const { take } = start(5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? take('a', 'b') : take('b', 'a'))),
    );
    expect(answers.filter(Boolean)).toHaveLength(5);
  });

  it('shares counts between instances and keeps them after a restart', async () => {
    const { take, count, clock } = start();
    await take('a');
    await take('a');
    const restarted = createRateLimiter(database, 'a secret', clock.now);
    expect((await restarted.take([count('a')])).secondsLeft).toBe(1);
  });

  it('stores names as hashes and deletes expired ones', async () => {
    const { limiter, count, clock } = start();
    await limiter.take([count('person@example.org')]);
    const stored = () => database.query<{ name: string }>('select name from auth.attempts');
    expect(JSON.stringify(await stored())).not.toContain('example');
    clock.advance(3_600_000);
    for (let index = 0; index < 500; index += 1) await limiter.take([count('one')]);
    expect(await stored()).toHaveLength(1);
  });
});
