import { expect, it } from 'vitest';
import { bestMatches, matchOf } from './match.ts';

it('matches need every word, in any position and case', () => {
  expect(matchOf('GARDEN pl', 'Garden plans')).toBe(3);
  expect(matchOf('plans ga', 'Garden plans')).toBe(2);
  expect(matchOf('den lan', 'Garden plans')).toBe(1);
  expect(matchOf('garden x', 'Garden plans')).toBe(0);
  expect(matchOf('weed', 'Garden plans', 'weeds')).toBe(1);
  expect(matchOf('modele', 'Modèle')).toBe(3);
  expect(matchOf('MODÈLE', 'modele')).toBe(3);
  expect(matchOf('محمد', 'مُحَمَّد')).toBe(3);
  expect(matchOf('gpt', 'ＧＰＴ')).toBe(3);
  expect(matchOf('ガイ', 'ガイド')).toBe(3);
  expect(matchOf('мой', 'Это мой сад')).toBe(2);
});

it('matches may consist of the first letters of words', () => {
  expect(matchOf('usda', 'Use dark theme')).toBe(0.5);
  expect(matchOf('udt', 'Use dark theme')).toBe(0.5);
  expect(matchOf('ut', 'Use dark theme')).toBe(0.5);
  expect(matchOf('tu', 'Use dark theme')).toBe(0);
  expect(matchOf('uark', 'Use dark theme')).toBe(0);
  expect(matchOf('a'.repeat(30), 'a '.repeat(29))).toBe(0);
});

it('lists the best matches first, and everything without a query', () => {
  const texts = ['Begarden', 'A garden', 'Weeds', 'Garden'];
  const find = (query: string) => bestMatches(query, texts, (text) => [text, '']);
  expect(find('garden')).toEqual(['Garden', 'A garden', 'Begarden']);
  expect(find('')).toEqual(texts);
});
