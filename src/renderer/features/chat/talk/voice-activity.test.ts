import { expect, it } from 'vitest';
import { VoiceActivity } from './voice-activity.ts';

/** Updates with a level every 20 ms. Returns the times (ms) at which speech alternately started and ended. */
function run(
  parts: readonly (readonly [level: number, milliseconds: number])[],
  isReplying = false,
): number[] {
  const activity = new VoiceActivity();
  const times: number[] = [];
  let now = 0;
  for (const [level, milliseconds] of parts)
    for (const end = now + milliseconds; now < end; now += 20) {
      const isSpeaking = activity.update(level, now, isReplying) === 'speaking';
      if (isSpeaking === (times.length % 2 === 0)) times.push(now);
    }
  return times;
}

it('speech begins within 150 ms, and ends after a pause of a second', () => {
  expect(
    run([
      [0, 500],
      [0.6, 1_500],
      [0, 2_000],
    ]),
  ).toEqual([580, 2_980]);
});

it('pauses between words do not end it', () => {
  expect(
    run([
      [0, 200],
      [0.6, 300],
      [0, 700],
      [0.6, 300],
      [0, 700],
      [0.6, 300],
      [0, 1_500],
    ]),
  ).toHaveLength(2);
});

it('a click does not count as speech', () => {
  expect(
    run([
      [0, 500],
      [0.9, 60],
      [0, 500],
      [0.9, 60],
      [0, 500],
    ]),
  ).toEqual([]);
});

it('constant noise soon counts as silence, and a voice is heard above it', () => {
  const [, noiseEnd, begin, ...rest] = run([
    [0.5, 6_000],
    [0.9, 500],
    [0.5, 3_000],
  ]);
  expect(noiseEnd).toBeLessThan(4_000);
  expect(begin).toBeLessThan(6_150);
  expect(rest).toHaveLength(1);
});

it('while a reply is read aloud, only a louder voice counts, and begins within 150 ms', () => {
  expect(run([[0.45, 2_000]], true)).toEqual([]);
  expect(
    run(
      [
        [0.2, 500],
        [0.6, 500],
      ],
      true,
    ),
  ).toEqual([600]);
});
