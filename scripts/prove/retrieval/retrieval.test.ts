import { expect, it } from 'vitest';
import { makeCorpus } from './corpus.ts';
import { measureQuotations, measureRecall } from './measure.ts';

// A short version of `npm run prove -- retrieval`.

const corpus = makeCorpus(5);

it('finds the passage with the answer among the first five, in four languages', () => {
  const { questions, byLanguage } = measureRecall(corpus);
  expect(questions).toBeGreaterThanOrEqual(200);
  for (const [language, recall] of Object.entries(byLanguage))
    expect({ language, isEnough: recall >= 0.9, recall }).toMatchObject({ isEnough: true });
});

it('marks all false quotations and no true one', () => {
  const { joined, ...check } = measureQuotations(corpus, 200);
  expect(joined).toBeGreaterThan(50);
  expect(check).toEqual({
    falseOnes: 200,
    marked: 200,
    trueOnes: 200,
    wronglyMarked: 0,
    markedJoined: joined,
  });
});
