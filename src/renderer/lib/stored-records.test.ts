import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { failuresKey, readStored, writeStored } from './storage.ts';
import { storedRecords } from './stored-records.ts';

const userId = 'ada';
const records = storedRecords(failuresKey, z.number(), 2);

beforeEach(() => localStorage.clear());

it('stores a record under each id, for each account', () => {
  records.write(userId, 'one', 1);
  records.write(userId, 'two', 2);
  records.write('grace', 'one', 3);
  expect([records.read(userId, 'one'), records.read(userId, 'two')]).toEqual([1, 2]);
  expect(records.read('grace', 'one')).toBe(3);
  expect(records.read('grace', 'two')).toBeNull();
  records.write(userId, 'one', null);
  expect([records.read(userId, 'one'), records.read(userId, 'two')]).toEqual([null, 2]);
});

it('drops the record that was written least recently', () => {
  for (const id of ['one', 'two', 'one', 'three']) records.write(userId, id, 1);
  expect(['one', 'two', 'three'].map((id) => records.read(userId, id))).toEqual([1, null, 1]);
});

it('writes nothing to delete a record that is not there', () => {
  records.write(userId, 'one', null);
  expect(readStored(failuresKey(userId))).toBeNull();
});

it.each(['{"one":1', '{"one":"1"}', '[1]', 'null'])('treats %s as no records', (damaged) => {
  writeStored(failuresKey(userId), damaged);
  expect(records.read(userId, 'one')).toBeNull();
  records.write(userId, 'two', 2);
  expect(records.read(userId, 'two')).toBe(2);
});
