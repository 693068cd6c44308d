import { describe, expect, it } from 'vitest';
import type { BulkState } from '../../../../../shared/admin/bulk.ts';
import { type BulkReply, createBulkRunner } from './create-bulk-runner.ts';

const reply = (progress: number, total = 3): BulkReply => ({
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

function start(step: (call: number) => Promise<BulkReply>) {
  let calls = 0;
  const completed: BulkState[] = [];
  const runner = createBulkRunner({
    step: () => step((calls += 1)),
    onCompleted: (operation) => completed.push(operation),
  });
  return { runner, completed, calls: () => calls };
}

describe('running a bulk operation', () => {
  it('continues until it is completed, reports its progress, and ends once [ADMIN-041, ADMIN-042]', async () => {
    const { runner, completed, calls } = start((call) => Promise.resolve(reply(call)));
    const seen: number[] = [];
    runner.subscribe(() => seen.push(runner.list()[0]!.operation.progress));
    await runner.run(reply(0));
    expect(calls()).toBe(3);
    expect(seen).toEqual([0, 1, 2, 3, 3]);
    expect(completed).toHaveLength(1);
    expect(runner.list()[0]).toMatchObject({ isRunning: false, error: null });
  });

  it('does not run twice at the same time', async () => {
    const gate = Promise.withResolvers<BulkReply>();
    const { runner, calls } = start(() => gate.promise);
    const first = runner.run(reply(0));
    await runner.run(reply(0));
    gate.resolve(reply(3));
    await first;
    expect(calls()).toBe(1);
  });

  it('stops after the current step when paused, and resumes from there', async () => {
    const { runner, completed, calls } = start((call) => {
      if (call === 1) runner.pause('one');
      return Promise.resolve(reply(call));
    });
    await runner.run(reply(0));
    expect(calls()).toBe(1);
    expect(runner.list()[0]).toMatchObject({ isRunning: false, operation: { progress: 1 } });
    await runner.run(runner.list()[0]!);
    expect(calls()).toBe(3);
    expect(completed).toHaveLength(1);
  });

  it('keeps its progress when a step fails, and can be retried', async () => {
    const { runner } = start((call) =>
      call === 2 ? Promise.reject(new Error('no network')) : Promise.resolve(reply(call === 1 ? 1 : 3)),
    );
    await runner.run(reply(0));
    expect(runner.list()[0]).toMatchObject({ isRunning: false, operation: { progress: 1 } });
    expect(runner.list()[0]?.error?.message).toBe('no network');
    await runner.run(runner.list()[0]!);
    expect(runner.list()[0]).toMatchObject({ error: null, operation: { progress: 3 } });
  });
});
