import { expect, it } from 'vitest';
import { bestMatches, matchOf } from './match.ts';

it('a match needs every word, in any position and case', () => {
  expect(matchOf('GARDEN pl', 'Garden plans')).toBe(3);
  expect(matchOf('plans ga', 'Garden plans')).toBe(2);
  expect(matchOf('den lan', 'Garden plans')).toBe(1);
  expect(matchOf('garden x', 'Garden plans')).toBe(0);
  expect(matchOf('weed', 'Garden plans', 'weeds')).toBe(1);
  expect(matchOf('мой', 'Это мой сад')).toBe(2);
});

it('lists the best matches first, and everything without a query', () => {
  const texts = ['Begarden', 'A garden', 'Weeds', 'Garden'];
  const find = (query: string) => bestMatches(query, texts, (text) => [text, '']);
  expect(find('garden')).toEqual(['Garden', 'A garden', 'Begarden']);
  expect(find('')).toEqual(texts);
});
