import { describe, expect, it } from 'vitest';
import { serviceCaller } from './request-caller.ts';
import { createFairQueue, maxWaiting, TooManyRequests } from './fair-queue.ts';

/** Adds work that runs until the test ends it, and records the order in which it starts. */
function bench(room: number) {
  const turns = createFairQueue(room);
  const started: string[] = [];
  const gates = new Map<string, () => void>();
  const add = (caller: string, name: string) =>
    turns.run(caller, () => {
      started.push(name);
      return new Promise<void>((resolve) => gates.set(name, resolve));
    });
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const end = async (name: string) => {
    await settle();
    gates.get(name)?.();
    await settle();
  };
  return { turns, started, add, end };
}

describe('taking turns', () => {
  it("makes the next caller wait for only one piece of another caller's work", async () => {
    const { started, add, end } = bench(1);
    for (const name of ['flood 1', 'flood 2', 'flood 3']) void add('flood', name);
    void add('ada', 'ada 1');
    await end('flood 1');
    expect(started).toEqual(['flood 1', 'ada 1']);
    await end('ada 1');
    void add('ada', 'ada 2');
    await end('flood 2');
    expect(started).toEqual(['flood 1', 'ada 1', 'flood 2', 'ada 2']);
  });

  it('limits one caller to half of the sessions, but not the service', async () => {
    const { started, add } = bench(4);
    for (const name of ['flood 1', 'flood 2', 'flood 3']) void add('flood', name);
    for (const name of ['own 1', 'own 2', 'own 3']) void add(serviceCaller, name);
    await Promise.resolve();
    expect(started).toEqual(['flood 1', 'flood 2', 'own 1', 'own 2']);
  });

  it('refuses too much waiting work of one caller, but not of others', async () => {
    const { turns, add, end, started } = bench(1);
    void add(serviceCaller, 'running');
    for (let count = 0; count < maxWaiting; count += 1) void add('flood', `flood ${count}`);
    const refused = await add('flood', 'one more').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TooManyRequests);
    expect(refused).toMatchObject({ status: 429, retryAfter: 1 });
    const other = turns.run('ada', () => Promise.resolve('served'));
    await end('running');
    await end('flood 0');
    expect(await other).toBe('served');
    expect(started).toContain('flood 0');
  });

  it('continues after an error', async () => {
    const { turns } = bench(1);
    await expect(turns.run('ada', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run('ada', () => Promise.resolve('fine'))).toBe('fine');
  });

  it('refuses a blocked caller, longer each time, and never the service', async () => {
    const { turns } = bench(1);
    turns.block('flood');
    turns.block(serviceCaller);
    await expect(turns.run('flood', () => Promise.resolve())).rejects.toMatchObject({ retryAfter: 5 });
    turns.block('flood');
    await expect(turns.run('flood', () => Promise.resolve())).rejects.toMatchObject({ retryAfter: 20 });
    expect(await turns.run(serviceCaller, () => Promise.resolve('fine'))).toBe('fine');
    expect(await turns.run('ada', () => Promise.resolve('fine'))).toBe('fine');
  });
});
