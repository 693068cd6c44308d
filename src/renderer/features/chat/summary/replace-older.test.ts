import { expect, it } from 'vitest';
import { branchOf } from '../testing/rows.ts';
import { replaceOlderMessages } from './replace-older.ts';

const rows = branchOf(4);
const text = 'They planned a trip.';

it('replaces the messages before a message with the summary', () => {
  const { opening, rows: later } = replaceOlderMessages(rows, { before: rows[2]!.id, text });
  expect(opening).toMatchObject({ role: 'user', content: expect.stringContaining(text) as unknown });
  expect(later).toEqual(rows.slice(2));
});

it('changes nothing on a branch without that message, or if there is no summary', () => {
  const before = '99999999-9999-4999-8999-999999999999';
  expect(replaceOlderMessages(rows, { before, text })).toEqual({ opening: null, rows });
  expect(replaceOlderMessages(rows, undefined)).toEqual({ opening: null, rows });
});
