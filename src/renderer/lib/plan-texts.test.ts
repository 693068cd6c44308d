import { expect, it } from 'vitest';
import { planFacts, starterPoints } from './plan-texts.ts';

it.each([
  [
    { messagesPerDay: 1, models: 1, historyHours: 1 },
    ['1 message a day', '1 model', '1 hour of history shown'],
  ],
  [
    { messagesPerDay: 1_000, models: 2, historyHours: 24 },
    ['1,000 messages a day', '2 models', '24 hours of history shown'],
  ],
])('lists what Starter includes, with singular and plural', (plan, points) => {
  expect(starterPoints(plan)).toEqual(points);
});

it.each([
  [47, '47 hours'],
  [48, '2 days'],
  [49, '49 hours'],
  [720, '30 days'],
])('formats a history of %i hours as %s', (historyHours, words) => {
  expect(planFacts.history({ messagesPerDay: 3, models: 2, historyHours })).toBe(words);
});
