import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createFailureWatch } from './failure-watch.ts';

describe('the look after a failed answer', () => {
  function watch(works: boolean) {
    const told: string[] = [];
    let asked = 0;
    const query = () => {
      asked += 1;
      return works ? Promise.resolve([]) : Promise.reject(new Error('cannot drop active portal'));
    };
    const look = createFailureWatch({
      database: { query },
      dataDir: tmpdir(),
      onBroken: (message) => told.push(message),
    });
    return { look, told, asked: () => asked };
  }

  it('lets answers by while the database works, and asks nothing after good ones', async () => {
    const { look, told, asked } = watch(true);
    const [good, refused] = [new Response('ok'), new Response('no', { status: 400 })];
    expect(await look(good)).toBe(good);
    expect(asked()).toBe(0);
    expect(await look(refused)).toBe(refused);
    expect(asked()).toBe(1);
    expect(told).toEqual([]);
  });

  it('tells once that the database is broken, and answers without naming the machine', async () => {
    const { look, told } = watch(false);
    const answers = [
      await look(new Response(null, { status: 400 })),
      await look(new Response(null, { status: 500 })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(await answers[0]!.text()).not.toContain(tmpdir());
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/What was stored before is kept\./);
  });
});
