import { expect, it } from 'vitest';
import { FrameBudget } from './frame-budget.ts';

function createClock() {
  const frames: (() => void)[] = [];
  const clock = { time: 0, now: () => clock.time, nextFrame: (run: () => void) => void frames.push(run) };
  return { clock, frame: () => frames.splice(0).forEach((run) => run()) };
}

it('runs jobs for at most 8 ms per frame, in order', () => {
  const { clock, frame } = createClock();
  const budget = new FrameBudget(clock);
  const done: number[] = [];
  const job = (id: number) => () => {
    clock.time += 3;
    done.push(id);
  };
  expect([1, 2, 3, 4].map((id) => budget.tryNow(job(id)))).toEqual([true, true, true, false]);
  const undo = budget.schedule(job(5));
  for (const id of [6, 7, 8, 9]) budget.schedule(job(id));
  undo();
  expect(budget.tryNow(job(10))).toBe(false);
  frame();
  expect(done).toEqual([1, 2, 3, 6, 7, 8]);
  frame();
  expect(done).toEqual([1, 2, 3, 6, 7, 8, 9]);
});
