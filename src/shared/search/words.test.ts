import { expect, it } from 'vitest';
import { wordsOf } from './words.ts';

it.each([
  ['React.useState(src/app.tsx)', ['react', 'usestate', 'src', 'app', 'tsx']],
  ['因为我爱 TypeScript', ['因', '为', '我', '爱', 'typescript']],
  ['สวัสดี ครับ', ['ส', 'ว', 'ั', 'ส', 'ด', 'ี', 'ค', 'ร', 'ั', 'บ']],
  ['Старая ЛИПА', ['старая', 'липа']],
  ['e\u0301te\u0301 « noël »', ['e\u0301te\u0301', 'noël']],
  ['ΟΔΟΣ İstanbul', ['οδοσ', 'istanbul']],
  ['12e4ab 7f x1e5y', ['12e4', 'ab', '7f', 'x1e5y']],
  ['snake_case, don’t; a\u00adb', ['snake', 'case', 'don', 't', 'a\u00adb']],
  ['👍 𝒳y \u0001a\u0003', ['𝒳y', 'a']],
])('splits %j as the service does', (text, words) => expect(wordsOf(text)).toEqual(words));

it('skips words that PostgreSQL does not index', () =>
  expect(wordsOf(`a ${'é'.repeat(1_024)} ${'é'.repeat(1_023)}`)).toEqual(['a', 'é'.repeat(1_023)]));

it('reads the first 100,000 characters', () => {
  const words = wordsOf(`${'word '.repeat(20_000)}last`);
  expect(words).toHaveLength(20_000);
});
