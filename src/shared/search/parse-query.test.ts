import { expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';

/** Formats a query as PostgreSQL does, with signs for its operators. */
const shown = (query: string) =>
  parseQuery(query)
    ?.map((terms) =>
      terms
        .map(
          ({ words, isExcluded, isPrefix }) =>
            `${isExcluded ? '!' : ''}${words.join('.')}${isPrefix ? '*' : ''}`,
        )
        .join(' & '),
    )
    .join(' | ') ?? null;

it.each([
  ['white clover', 'white & clover*'],
  ['white clover ', 'white & clover'],
  ['"good night" moon', 'good.night & moon*'],
  ['"good night', 'good.night*'],
  ['"good night"', 'good.night'],
  ['tea -hot', 'tea & !hot*'],
  ['tea -"very hot" ', 'tea & !very.hot'],
  ['-tea', '!tea*'],
  ['- -tea ', 'tea'],
  ['well-known ', 'well.known'],
  ['React.useState', 'react.usestate*'],
  ['a:b!c ', 'a & b & c'],
  ['-(tea) ', 'tea'],
  ['foo .', 'foo*'],
  ['我爱', '我.爱*'],
  ['tea or coffee -hot', 'tea | coffee & !hot*'],
  ['tea OR !', 'tea*'],
  ['or tea or', 'or & tea & or*'],
  ['orange or-b ', 'orange | b'],
])('reads %j', (query, expected) => expect(shown(query)).toBe(expected));

it.each(['', '   ', "'", '!!!', '"', '-', '()'])('finds no words in %j', (query) =>
  expect(parseQuery(query)).toBeNull(),
);

it('reads the first 500 characters', () =>
  expect(
    parseQuery(`${'x '.repeat(250)}tail `)
      ?.flat()
      .map(({ words }) => words),
  ).not.toContainEqual(['tail']));
