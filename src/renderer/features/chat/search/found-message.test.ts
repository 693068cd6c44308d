import { expect, it } from 'vitest';
import type { Hit } from '../data/search-messages.ts';
import { stateWith, wordsIn } from './found-message.ts';
import { foundMessage } from './marked-pieces.ts';

const hit = (messageId: string | null, excerpt: string) => ({ messageId, excerpt }) as Hit;

it("takes each word of a message's excerpt once, and none of a title's", () => {
  const found = foundMessage(hit('m', '\u0002Sow\u0003 peas, \u0002sow\u0003 \u0002beans\u0003'));
  expect(found).toEqual({ id: 'm', words: ['sow', 'beans'] });
  expect(wordsIn(stateWith(found))).toEqual(['sow', 'beans']);
  expect(foundMessage(hit(null, '\u0002Sow\u0003 peas'))).toBeUndefined();
});

it('has no words in the state of other pages', () => {
  expect([null, {}, { foundWords: 1 }].map(wordsIn)).toEqual([[], [], []]);
});
