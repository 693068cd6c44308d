import { expect, it } from 'vitest';
import { usageTexts } from '../texts.ts';

it('counts one and many, of messages and of hidden chats', () => {
  expect([1, 2].map(usageTexts.unlimited)).toEqual([
    '1 message today, no limit',
    '2 messages today, no limit',
  ]);
  expect([1, 2].map(usageTexts.hiddenCount)).toEqual(['1 chat is hidden.', '2 chats are hidden.']);
  expect([1, 2].map(usageTexts.eraseWarning)).toEqual([
    expect.stringMatching(/^The hidden chat is deleted/),
    expect.stringMatching(/^All 2 hidden chats are deleted/),
  ]);
});
