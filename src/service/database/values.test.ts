import { describe, expect, it } from 'vitest';
import { arrayParser, arraySerializer } from './values.ts';

describe("PostgreSQL's text form of arrays", () => {
  const parse = arrayParser((text) => text);

  it.each([
    ['{}', []],
    ['{a,"b c",NULL,"NULL"}', ['a', 'b c', null, 'NULL']],
    [String.raw`{"a\"b","c\\d","e,f","{g}"}`, ['a"b', String.raw`c\d`, 'e,f', '{g}']],
    [
      '{{1,2},{3,4}}',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['[0:1]={x,y}', ['x', 'y']],
    ['{"",b}', ['', 'b']],
  ])('reads %s', (text, values) => {
    expect(parse(text)).toEqual(values);
  });

  it('writes what it reads', () => {
    const values = ['a', 'b "c"', String.raw`d\e`, null, '', 'NULL', ['f', '{g,h}']];
    expect(parse(arraySerializer(String)(values))).toEqual(values);
    expect(arrayParser(Number)(arraySerializer(String)([1, null, 2.5]))).toEqual([1, null, 2.5]);
  });

  it('accepts a string as the text of an array', () => {
    expect(arraySerializer(String)('{a,b}')).toBe('{a,b}');
  });
});
