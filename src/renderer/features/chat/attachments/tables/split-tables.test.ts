import { expect, it } from 'vitest';
import { Table } from '../reading/parts/table.ts';
import { TextOutput } from '../reading/parts/text-output.ts';
import { splitTables } from './split-tables.ts';

function textOf(...tables: readonly (readonly string[][])[]): string {
  const output = new TextOutput();
  for (const [place, rows] of tables.entries()) {
    output.add(`## Sheet: ${place + 1}\n`);
    const table = new Table();
    for (const row of rows) table.add(row);
    table.writeTo(output);
  }
  return output.toReading().text;
}

it('finds the tables of sheets, with pipes, backslashes and empty cells', () => {
  const first = [
    ['Bed', 'Note'],
    ['a|b', 'C:\\'],
    ['', '|'],
  ];
  const second = [['One']];
  expect(splitTables(textOf(first, second))).toEqual([
    '## Sheet: 1',
    { rows: first, more: 0 },
    '## Sheet: 2',
    { rows: second, more: 0 },
  ]);
});

it('leaves out rows of large tables, and says how many', () => {
  const rows = Array.from({ length: 3_000 }, (_, row) => [`${row}`, 'x', 'y', 'z', '!']);
  const [, table] = splitTables(textOf(rows));
  expect(table).toMatchObject({ more: 1_999 });
  expect(table).toHaveProperty('rows.length', 1_001);
});

it('does not fail on a text that was cut inside a table', () => {
  expect(splitTables('| a |')).toEqual([{ rows: [['a']], more: 0 }]);
  expect(splitTables('|')).toEqual([{ rows: [[]], more: 0 }]);
  expect(splitTables('')).toEqual([]);
});
