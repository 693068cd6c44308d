import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  coverageOf,
  idsIn,
  matrixErrors,
  findProvenRows,
  reportOf,
  rowsOf,
  titleErrors,
} from './lib/requirements.ts';
import { playwrightResults, vitestResults, type TestResult } from './lib/test-results.ts';

const matrix = `
| ID | requirement | source |
|---|---|---|
| CHAT-001 | One. | doc A |
| CHAT-002 | Two. | doc A |
| CHAT-003 | Three. | doc A |
| DESK-001 | Runs elsewhere. not run here: no such machine. | card |
`;
const rows = rowsOf(matrix);

// The ids are written without brackets, and `claim` adds them, so that this file's titles claim no rows.
const claim = (ids: string) => `does what the row says [${ids}]`;
const result = (ids: string, outcome: TestResult['outcome']): TestResult => ({ title: claim(ids), outcome });

describe('the ids in a title', () => {
  it.each([
    ['CHAT-076', ['CHAT-076']],
    ['CHAT-076, KEY-002', ['CHAT-076', 'KEY-002']],
    ['CHAT-074..CHAT-076', ['CHAT-074', 'CHAT-075', 'CHAT-076']],
    ['CHAT-009..011', ['CHAT-009', 'CHAT-010', 'CHAT-011']],
    ['CHAT-009] [CHAT-010', ['CHAT-009', 'CHAT-010']],
    ['chat-076', []],
  ])('are read from brackets: %s', (ids, expected) => {
    expect(idsIn(claim(ids))).toEqual(expected);
  });

  it('are ignored outside brackets', () => {
    expect(idsIn('mentions CHAT-076 only')).toEqual([]);
  });
});

describe('a row', () => {
  it('is proven by a passed test, not by a failed or skipped one', () => {
    expect(findProvenRows([result('CHAT-001', 'passed')])).toEqual(new Set(['CHAT-001']));
    expect(findProvenRows([result('CHAT-001', 'failed')])).toEqual(new Set());
    expect(findProvenRows([result('CHAT-001', 'skipped')])).toEqual(new Set());
  });

  it('is unproven if one of several tests that claim it fails', () => {
    expect(findProvenRows([result('CHAT-001', 'passed'), result('CHAT-001', 'failed')])).toEqual(new Set());
    expect(findProvenRows([result('CHAT-001', 'passed'), result('CHAT-001', 'skipped')])).toEqual(
      new Set(['CHAT-001']),
    );
  });
});

describe('the report of', () => {
  it('Vitest includes the titles of describe blocks', () => {
    const test = (fullName: string, status: string) => ({ fullName, status });
    expect(
      vitestResults({
        testResults: [
          { assertionResults: [test('a block a', 'passed'), test('b', 'failed')] },
          { assertionResults: [test('c', 'pending'), test('d', 'todo'), test('e', 'skipped')] },
        ],
      }).map(({ title, outcome }) => [title, outcome]),
    ).toEqual([
      ['a block a', 'passed'],
      ['b', 'failed'],
      ['c', 'skipped'],
      ['d', 'skipped'],
      ['e', 'skipped'],
    ]);
  });

  it('Playwright includes nested suites, and a passed second attempt counts', () => {
    const spec = (title: string, ...statuses: string[]) => ({
      title,
      tests: statuses.map((status) => ({ status })),
    });
    expect(
      playwrightResults({
        suites: [
          {
            title: 'a.spec.ts',
            specs: [spec('a', 'expected'), spec('b', 'flaky'), spec('c', 'unexpected')],
            suites: [{ title: 'a block', specs: [spec('d', 'skipped'), spec('e', 'skipped', 'expected')] }],
          },
        ],
      }).map(({ title, outcome }) => [title, outcome]),
    ).toEqual([
      ['a.spec.ts a', 'passed'],
      ['a.spec.ts b', 'passed'],
      ['a.spec.ts c', 'failed'],
      ['a.spec.ts a block d', 'skipped'],
      ['a.spec.ts a block e', 'passed'],
    ]);
  });
});

describe('coverage', () => {
  it('counts each area, and separately the rows that cannot run here', () => {
    expect(coverageOf(rows, new Set(['CHAT-001']))).toEqual([
      { area: 'CHAT', rows: 3, proven: 1, notRunHere: 0, unproven: ['CHAT-002', 'CHAT-003'] },
      { area: 'DESK', rows: 1, proven: 0, notRunHere: 1, unproven: [] },
    ]);
    expect(coverageOf(rows, new Set(['DESK-001']))[1]).toMatchObject({ proven: 1, notRunHere: 0 });
  });

  it('lists the unproven rows of the chosen areas, and the totals of all areas', () => {
    const coverage = coverageOf(rows, new Set(['CHAT-001']));
    const sum = 'proven by a passing test: 1/4 (+1 not run here)';
    const chat = 'CHAT      1/3  unproven: CHAT-002 CHAT-003';
    expect(reportOf(coverage)).toEqual([chat, 'DESK      0/1 (+1 not run here)', sum]);
    expect(reportOf(coverage, ['CHAT'])).toEqual([chat, sum]);
  });
});

describe('a title', () => {
  it('is an error if it claims a row that does not exist', () => {
    const errors = titleErrors(rows, [result('CHAT-001, CHAT-999', 'skipped'), result('CHAT-002', 'passed')]);
    expect(errors).toEqual([`claims CHAT-999, which is not in the matrix: ${claim('CHAT-001, CHAT-999')}`]);
  });

  it('is an error if it claims more than four rows, including all rows of a range', () => {
    const many = rowsOf([1, 2, 3, 4, 5].map((number) => `| CHAT-00${number} | A row. | doc A |`).join('\n'));
    const five = ['CHAT-001..005', 'CHAT-001, CHAT-002, CHAT-003] [CHAT-004..005'];
    expect(titleErrors(many, [result('CHAT-001..004', 'passed')])).toEqual([]);
    expect(
      titleErrors(
        many,
        five.map((ids) => result(ids, 'passed')),
      ),
    ).toEqual(five.map((ids) => `claims 5 rows, more than the 4 allowed: ${claim(ids)}`));
  });
});

describe('the matrix', () => {
  it('is an error if a row occurs twice or is not settled, or if there are no rows', () => {
    const unsettled = '| A-001 | open: which? | - |\n| A-002 | Reading 1: this. | - |\n| A-002 | Fine. | - |';
    expect(matrixErrors(rowsOf(unsettled))).toEqual([
      'A-001 is not settled',
      'A-002 is not settled',
      'A-002 occurs twice',
    ]);
    expect(matrixErrors([])).toEqual(['no row was found']);
    expect(matrixErrors(rows)).toEqual([]);
  });

  it('of the product has 674 settled rows, and its table of contents counts them correctly', () => {
    const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'requirements.md'), 'utf8');
    const all = rowsOf(text);
    expect(matrixErrors(all)).toEqual([]);
    expect(all).toHaveLength(674);
    const countsByArea = Object.fromEntries(
      coverageOf(all, new Set<string>()).map(({ area, rows: count }) => [area, count]),
    );
    const announced = Object.fromEntries(
      [...text.matchAll(/^\| \[.*\]\(#.*\) \| ([A-Z]+) \| (\d+) \|$/gm)].map(([, area, count]) => [
        area,
        Number(count),
      ]),
    );
    expect(announced).toEqual(countsByArea);
  });
});
