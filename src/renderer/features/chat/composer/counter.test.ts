import { expect, it } from 'vitest';
import { counterTone, isTooLongToRead } from './LengthNotes.tsx';

it('shows above 20 characters and changes its color above 1000 and 2000', () => {
  expect([20, 21, 1_000, 1_001, 2_000, 2_001].map(counterTone)).toEqual([
    null,
    'calm',
    'calm',
    'long',
    'long',
    'very-long',
  ]);
});

it('suggests splitting a message above 1500 characters', () => {
  expect([1_500, 1_501].map(isTooLongToRead)).toEqual([false, true]);
});
