import { expect, it } from 'vitest';
import { areSameParameters, storedParameters, withSummary } from './chat-parameters.ts';

it('are null if nothing is set, or if the stored value is damaged', () => {
  for (const value of [
    undefined,
    null,
    {},
    { unknown: 1 },
    'text',
    { temperature: 3 },
    { instructions: ' ' },
  ])
    expect(storedParameters.parse(value)).toBeNull();
  expect(storedParameters.parse({ topP: 0.5, unknown: 1 })).toEqual({ topP: 0.5 });
});

it('are compared by their values', () => {
  expect(areSameParameters({ topP: 0.5, effort: 'low' }, { effort: 'low', topP: 0.5 })).toBe(true);
  expect(areSameParameters(null, {})).toBe(true);
  expect(areSameParameters({ topP: 0.5 }, { topP: 0.6 })).toBe(false);
  expect(areSameParameters({ instructions: 'x' }, null)).toBe(false);
});

it('have a summary that can be replaced or removed without other changes', () => {
  const summary = { before: '11111111-1111-4111-8111-111111111111', text: 'They planned a trip.' };
  const other = { ...summary, text: 'They went.', isPartial: true };
  expect(storedParameters.parse({ summary })).toEqual({ summary });
  expect(storedParameters.parse({ summary: { ...summary, before: '1' } })).toBeNull();
  expect(withSummary({ topP: 0.5 }, summary)).toEqual({ topP: 0.5, summary });
  expect(withSummary({ topP: 0.5, summary }, other)).toEqual({ topP: 0.5, summary: other });
  expect(withSummary({ topP: 0.5, summary }, null)).toEqual({ topP: 0.5 });
  expect(withSummary({ summary }, undefined)).toBeNull();
  expect(areSameParameters({ summary }, { summary: { ...summary } })).toBe(true);
  expect(areSameParameters({ summary }, { summary: other })).toBe(false);
});
