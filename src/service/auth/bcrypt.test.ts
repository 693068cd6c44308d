import { performance } from 'node:perf_hooks';
import { compareSync } from 'bcryptjs';
import { expect, it } from 'vitest';
import { createBcrypt } from './bcrypt.ts';

const script = new URL('./bcrypt-worker.ts', import.meta.url);
const missing = new URL('./missing.ts', import.meta.url);

it('hashes and compares, and returns each result to its caller', async () => {
  const bcrypt = createBcrypt(script);
  const passwords = ['one password', 'another password', 'schön: ключ 🔑'];
  const hashes = await Promise.all(passwords.map((password) => bcrypt.hash(password, 4)));
  expect(passwords.map((password, index) => compareSync(password, hashes[index]!))).toEqual([
    true,
    true,
    true,
  ]);
  const matches = await Promise.all(
    passwords.flatMap((password) => hashes.map((hash) => bcrypt.compare(password, hash))),
  );
  expect(matches).toEqual([true, false, false, false, true, false, false, false, true]);
});

it('does not block the event loop', async () => {
  const bcrypt = createBcrypt(script);
  await bcrypt.hash('until the thread runs', 4);
  const before = performance.eventLoopUtilization();
  await Promise.all(Array.from({ length: 4 }, () => bcrypt.hash('correct horse battery', 10)));
  // If the main thread did the work, the utilization would be 1.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});

it('matches nothing if the stored text is not a hash', async () => {
  const texts = ['', 'not a hash', `$9z$10$${'x'.repeat(53)}`];
  for (const bcrypt of [createBcrypt(script), createBcrypt(missing)]) {
    const matches = await Promise.all(texts.map((text) => bcrypt.compare('password', text)));
    expect(matches).toEqual([false, false, false]);
  }
});

it('hashes on the main thread if the worker cannot start', async () => {
  const bcrypt = createBcrypt(missing);
  const hashes = await Promise.all(['one', 'two'].map((password) => bcrypt.hash(password, 4)));
  expect([compareSync('one', hashes[0]!), compareSync('two', hashes[1]!)]).toEqual([true, true]);
  expect(await bcrypt.compare('one', hashes[0]!)).toBe(true);
});
