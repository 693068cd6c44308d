import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { createRateLimiter, type Count } from './rate-limiter.ts';
import { TestClock } from './testing/harness.ts';

describeDatabases('a rate limiter', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  /** A limiter of two attempts a second, whose names no other test uses. */
  function start(limit = 2) {
    const clock = new TestClock();
    const prefix = crypto.randomUUID();
    const limiter = createRateLimiter(database, 'a secret', clock.now);
    const count = (name: string): Count => ({
      name: prefix + name,
      rule: { limit, milliseconds: 1000 },
    });
    const take = async (...names: string[]) => (await limiter.take(names.map(count))).secondsLeft === 0;
    return { clock, limiter, count, take };
  }

  it('lets an attempt through for each that left the window, and prolongs no refusal', async () => {
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

  it('counts everywhere or nowhere, and says how long the fullest is full', async () => {
    const { take, limiter, count } = start();
    await take('full');
    await take('full');
    expect(await take('full', 'other')).toBe(false);
    expect(await limiter.take([count('other')])).toEqual({ secondsLeft: 0, before: [0] });
    const long = { ...count('long'), rule: { limit: 1, milliseconds: 90_000 } };
    await limiter.take([long]);
    expect((await limiter.take([count('full'), long])).secondsLeft).toBe(90);
  });

  it('counts no longer what was given back, and never what is only looked at', async () => {
    const { take, limiter, count } = start(1);
    await take('a');
    await limiter.giveBack([count('a'), count('never taken')]);
    expect(await limiter.has(count('a').name)).toBe(false);
    await limiter.take([{ ...count('a'), isTaken: false }]);
    expect(await take('a')).toBe(true);
    expect(await limiter.has(count('a').name)).toBe(true);
    expect((await limiter.take([{ ...count('a'), isTaken: false }])).secondsLeft).toBe(1);
  });

  it('counts attempts at the same time one by one, in whatever order they name their counts', async () => {
    const { take } = start(5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? take('a', 'b') : take('b', 'a'))),
    );
    expect(answers.filter(Boolean)).toHaveLength(5);
  });

  it('is shared by all services on the database and outlives a restart', async () => {
    const { take, count, clock } = start();
    await take('a');
    await take('a');
    const restarted = createRateLimiter(database, 'a secret', clock.now);
    expect((await restarted.take([count('a')])).secondsLeft).toBe(1);
  });

  it('stores no name in the clear and deletes what has expired', async () => {
    const { limiter, count, clock } = start();
    await limiter.take([count('person@example.org')]);
    const stored = () => database.query<{ name: string }>('select name from auth.attempts');
    expect(JSON.stringify(await stored())).not.toContain('example');
    clock.advance(3_600_000);
    for (let index = 0; index < 500; index += 1) await limiter.take([count('one')]);
    expect(await stored()).toHaveLength(1);
  });
});
