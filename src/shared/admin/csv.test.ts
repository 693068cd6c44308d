import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

const cellOf = (value: string) => toCsv(['x'], [[value]]).split('\r\n')[1];

describe('a table for a spreadsheet', () => {
  it('has a byte order mark, quoted texts, plain numbers and empty cells', () => {
    expect(toCsv(['a', 'b', 'c', 'd'], [['x', 1.5, null, true]])).toBe(
      '\uFEFF"a","b","c","d"\r\n"x",1.5,,true\r\n',
    );
  });

  it('keeps quotes, commas, line breaks and letters of any script', () => {
    expect(cellOf('say "hi", Zoë 🍀')).toBe('"say ""hi"", Zoë 🍀"');
    expect(toCsv(['x'], [['one\ntwo']])).toContain('"one\ntwo"');
  });

  it.each([
    '=1+1',
    '+1',
    '-1+2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '"=1',
    "'=1",
    '＝1',
    '=cmd|"/c calc"!A1',
    '|x',
    '%0A=1',
  ])('shows %j as text', (value) => {
    expect(toCsv(['x'], [[value]])).toContain(`"'${value.replaceAll('"', '""')}"`);
  });

  it('does not change ordinary texts', () => {
    for (const value of ['2026-11-21', 'person@example.test', '{"a":1}', 'a=b'])
      expect(cellOf(value)).toBe(`"${value.replaceAll('"', '""')}"`);
  });
});
