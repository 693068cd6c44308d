import { expect, it } from 'vitest';
import { areSameParameters, storedParameters } from './chat-parameters.ts';

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
