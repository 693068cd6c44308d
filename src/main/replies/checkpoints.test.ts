import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkpointInterval, startCheckpoints } from './checkpoints.ts';

let text: string;
let reasoning: string;
let saved: (readonly [number, string])[];
let savedReasoning: (readonly [number, string])[];
let answer: () => Promise<boolean>;
let refused: number[];

beforeEach(() => {
  vi.useFakeTimers();
  text = '';
  reasoning = '';
  saved = [];
  savedReasoning = [];
  refused = [];
  answer = async () => true;
});
afterEach(() => void vi.useRealTimers());

const start = (position = 0) =>
  startCheckpoints(
    {
      text: () => text,
      reasoning: () => reasoning,
      save: (piece) => {
        saved.push([piece.start, piece.text]);
        savedReasoning.push([piece.reasoningStart, piece.reasoning]);
        return answer();
      },
      onRefused: (silence) => void refused.push(silence),
    },
    position,
  );
const second = () => vi.advanceTimersByTimeAsync(checkpointInterval);

it('saves only new text, every second, and makes an empty save if there is none', async () => {
  const stop = start();
  text = 'Hello';
  await second();
  text = 'Hello world';
  await second();
  await second();
  expect(saved).toEqual([
    [0, 'Hello'],
    [5, ' world'],
    [11, ''],
  ]);
  stop();
  await second();
  expect(saved).toHaveLength(3);
});

it('saves new reasoning at its positions', async () => {
  text = 'Seed.';
  const stop = start(5);
  reasoning = 'Hm';
  await second();
  reasoning = 'Hm, so';
  text = 'Seed.Yes';
  await second();
  expect(savedReasoning).toEqual([
    [0, 'Hm'],
    [2, ', so'],
  ]);
  expect(saved).toEqual([
    [5, ''],
    [5, 'Yes'],
  ]);
  stop();
});

it('continues after the text that the service already has', async () => {
  text = 'Earlier and new';
  const stop = start(8);
  await second();
  expect(saved).toEqual([[8, 'and new']]);
  stop();
});

it('saves again after a failed save', async () => {
  const stop = start();
  answer = () => Promise.reject(new Error('away'));
  text = 'Hello';
  await second();
  text = 'Hello world';
  answer = async () => true;
  await second();
  expect(saved.at(-1)).toEqual([0, 'Hello world']);
  await second();
  expect(saved.at(-1)).toEqual([11, '']);
  stop();
});

it('makes one call at a time, and the next one immediately after a slow one', async () => {
  const slow = Promise.withResolvers<boolean>();
  answer = () => slow.promise;
  const stop = start();
  await second();
  await second();
  expect(saved).toHaveLength(1);
  slow.resolve(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toHaveLength(2);
  stop();
});

it('reports a refusal with the time since the last save', async () => {
  start();
  await second();
  answer = () => Promise.reject(new Error('away'));
  for (let seconds = 0; seconds < 10; seconds += 1) await second();
  answer = async () => false;
  await second();
  expect(refused).toEqual([11 * checkpointInterval]);
  await second();
  expect(saved).toHaveLength(12);
});
