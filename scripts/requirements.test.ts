import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverageOf, faultsOf, idsIn, reportOf, rowsOf, unknownOf } from './lib/requirements.ts';

const matrix = `
| ID | requirement | source |
|---|---|---|
| CHAT-001 | One. | doc A |
| CHAT-002 | Two. | doc A |
| CHAT-003 | Three. | doc A |
| DESK-001 | Runs elsewhere. not run here: no such machine. | card |
`;

/** Puts ids in brackets. Written so that this file itself names no row. */
const title = (ids: string) => `it('does what the row says [${ids}]')`;

describe('the ids in a test', () => {
  it.each([
    [title('CHAT-076'), ['CHAT-076']],
    [title('CHAT-076, KEY-002'), ['CHAT-076', 'KEY-002']],
    [title('CHAT-074..CHAT-076'), ['CHAT-074', 'CHAT-075', 'CHAT-076']],
    [title('CHAT-009..011'), ['CHAT-009', 'CHAT-010', 'CHAT-011']],
    [title('chat-076'), []],
    ["it('speaks of CHAT-076 only')", []],
  ])('are read from %s', (text, ids) => {
    expect(idsIn(text)).toEqual(ids);
  });
});

describe('coverage', () => {
  const rows = rowsOf(matrix);

  it('counts each area, and rows that cannot be run here apart', () => {
    expect(coverageOf(rows, new Set(['CHAT-001']))).toEqual([
      { area: 'CHAT', rows: 3, named: 1, apart: 0, missing: ['CHAT-002', 'CHAT-003'] },
      { area: 'DESK', rows: 1, named: 0, apart: 1, missing: [] },
    ]);
    expect(coverageOf(rows, new Set(['DESK-001']))[1]).toMatchObject({ named: 1, apart: 0 });
  });

  it('lists the missing ids of the areas asked for, and sums over all', () => {
    const coverage = coverageOf(rows, new Set(['CHAT-001']));
    expect(reportOf(coverage, [])).toEqual([
      'CHAT      1/3',
      'DESK      0/1 (+1 not run here)',
      'named by a test: 1/4 (+1 not run here)',
    ]);
    expect(reportOf(coverage, ['CHAT-999'], ['CHAT'])).toEqual([
      'CHAT      1/3  missing: CHAT-002 CHAT-003',
      'named by a test but not in the matrix: CHAT-999',
      'named by a test: 1/4 (+1 not run here)',
    ]);
  });

  it('finds ids that are in no row', () => {
    expect(unknownOf(rows, new Set(['CHAT-001', 'CHAT-999']))).toEqual(['CHAT-999']);
  });
});

describe('the matrix', () => {
  it('is at fault when a row is there twice, is not settled, or none is found', () => {
    const unsettled = '| A-001 | open: which? | - |\n| A-002 | Reading 1: this. | - |\n| A-002 | Fine. | - |';
    expect(faultsOf(rowsOf(unsettled))).toEqual([
      'A-001 is not settled',
      'A-002 is not settled',
      'A-002 is there twice',
    ]);
    expect(faultsOf([])).toEqual(['no row was found']);
    expect(faultsOf(rowsOf(matrix))).toEqual([]);
  });

  it('of the product has 674 settled rows, and its table of contents counts them rightly', () => {
    const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'requirements.md'), 'utf8');
    const rows = rowsOf(text);
    expect(faultsOf(rows)).toEqual([]);
    expect(rows).toHaveLength(674);
    const counted = Object.fromEntries(
      coverageOf(rows, new Set<string>()).map(({ area, rows: count }) => [area, count]),
    );
    const announced = Object.fromEntries(
      [...text.matchAll(/^\| \[.*\]\(#.*\) \| ([A-Z]+) \| (\d+) \|$/gm)].map(([, area, count]) => [
        area,
        Number(count),
      ]),
    );
    expect(announced).toEqual(counted);
  });
});
