import { expect, it } from 'vitest';
import { candidateTimes, chooseFrames, type FrameSample } from './choose-frames.ts';

const sample = (red: number, green: number, blue: number): FrameSample =>
  Array.from({ length: 8 }, () => [red, green, blue, 255]).flat();
const red = sample(200, 0, 0);
const blue = sample(0, 0, 200);
const white = sample(255, 255, 255);
const black = sample(3, 3, 3);

it('compares frames all over the video, and fewer of a short one', () => {
  expect(candidateTimes(1)).toEqual([0.125, 0.375, 0.625, 0.875]);
  expect(candidateTimes(0.1)).toEqual([0.05]);
  const times = candidateTimes(320);
  expect([times.length, times[0], times.at(-1)]).toEqual([32, 5, 315]);
});

it('chooses one frame of each scene, in their order', () => {
  const samples = [red, red, red, blue, blue, white, white];
  expect(chooseFrames(samples, 8).map((place) => samples[place])).toEqual([red, blue, white]);
});

it('prefers the frames that differ most if not all fit', () => {
  const similar = sample(205, 5, 5);
  expect(chooseFrames([red, similar, similar, similar, blue], 2)).toEqual([0, 4]);
});

it('spreads similar frames over time', () => {
  const speaker = Array.from({ length: 32 }, (_, place) =>
    sample(100 + ((place * 5) % 11), 100 + ((place * 7) % 13), 100 + ((place * 3) % 17)),
  );
  const chosen = chooseFrames(speaker, 3);
  expect(chosen[0]).toBe(0);
  expect(Math.min(chosen[1]! - chosen[0]!, chosen[2]! - chosen[1]!)).toBeGreaterThan(8);
});

it('leaves out black frames, unless all are black', () => {
  expect(chooseFrames([black, black, red, black], 8)).toEqual([2]);
  expect(chooseFrames([black, black], 8)).toEqual([0]);
});
