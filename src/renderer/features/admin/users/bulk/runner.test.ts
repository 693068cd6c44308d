import { describe, expect, it } from 'vitest';
import type { BulkState } from '../../../../../shared/admin/bulk.ts';
import { type BulkAnswer, createBulkRunner } from './runner.ts';

const answer = (progress: number, total = 3): BulkAnswer => ({
  operation: {
    id: 'one',
    admin_id: 'admin',
    operation_type: 'delete',
    operation_details: {},
    status: progress === total ? 'completed' : 'in_progress',
    total_count: total,
    progress,
    refused: 0,
    created_at: '2026-11-20T10:00:00Z',
    completed_at: null,
  },
  refusals: [],
});

function start(step: (call: number) => Promise<BulkAnswer>) {
  let calls = 0;
  const completed: BulkState[] = [];
  const runner = createBulkRunner({
    step: () => step((calls += 1)),
    onCompleted: (operation) => completed.push(operation),
  });
  return { runner, completed, calls: () => calls };
}

describe('driving a bulk operation', () => {
  it('steps until it is completed, tells its progress, and ends once [ADMIN-041, ADMIN-042]', async () => {
    const { runner, completed, calls } = start((call) => Promise.resolve(answer(call)));
    const seen: number[] = [];
    runner.subscribe(() => seen.push(runner.list()[0]!.operation.progress));
    await runner.run(answer(0));
    expect(calls()).toBe(3);
    expect(seen).toEqual([0, 1, 2, 3, 3]);
    expect(completed).toHaveLength(1);
    expect(runner.list()[0]).toMatchObject({ isRunning: false, error: null });
  });

  it('is not run twice at a time', async () => {
    const gate = Promise.withResolvers<BulkAnswer>();
    const { runner, calls } = start(() => gate.promise);
    const first = runner.run(answer(0));
    await runner.run(answer(0));
    gate.resolve(answer(3));
    await first;
    expect(calls()).toBe(1);
  });

  it('stops after the step on its way when it is paused, and goes on from there', async () => {
    const { runner, completed, calls } = start((call) => {
      if (call === 1) runner.pause('one');
      return Promise.resolve(answer(call));
    });
    await runner.run(answer(0));
    expect(calls()).toBe(1);
    expect(runner.list()[0]).toMatchObject({ isRunning: false, operation: { progress: 1 } });
    await runner.run(runner.list()[0]!);
    expect(calls()).toBe(3);
    expect(completed).toHaveLength(1);
  });

  it('keeps how far it came when a step fails, and can be tried again', async () => {
    const { runner } = start((call) =>
      call === 2 ? Promise.reject(new Error('no network')) : Promise.resolve(answer(call === 1 ? 1 : 3)),
    );
    await runner.run(answer(0));
    expect(runner.list()[0]).toMatchObject({ isRunning: false, operation: { progress: 1 } });
    expect(runner.list()[0]?.error?.message).toBe('no network');
    await runner.run(runner.list()[0]!);
    expect(runner.list()[0]).toMatchObject({ error: null, operation: { progress: 3 } });
  });
});
