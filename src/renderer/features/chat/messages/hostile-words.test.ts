import { expect, it } from 'vitest';
import { hostileTexts } from '../../../components/markdown/testing/hostile.ts';
import { readTime } from '../read-time.ts';
import { sentencesOf, toSpeechText } from '../aloud/speech-text.ts';

const further = {
  'image beginnings': '![](',
  'link beginnings': '[](',
  'form feeds': '\f',
  'lines of spaces': ' \n',
};
const makers = {
  ...hostileTexts,
  ...Object.fromEntries(
    Object.entries(further).map(([name, piece]) => [
      name,
      (length: number) => piece.repeat(length / piece.length),
    ]),
  ),
};

function timeOf(text: string): number {
  const started = performance.now();
  readTime(text);
  sentencesOf(toSpeechText(text));
  return performance.now() - started;
}

it.each(Object.entries(makers))('reads malicious text in linear time: %s', (_name, make) => {
  const best = (length: number) => Math.min(timeOf(make(length)), timeOf(make(length)), timeOf(make(length)));
  // The longer text is 16 times as long. In quadratic time, it would take 256 times as long.
  expect(best(64_000)).toBeLessThan(64 * Math.max(best(4_000), 1));
});
