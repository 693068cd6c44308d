import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { LibraryChange } from './library-changes.ts';
import { keepRefusedChange, useRefusedChanges } from './refused-changes.ts';

const first = { name: 'short', title: '', text: 'Shorten this.' };
const second = { ...first, text: 'Shorten it.' };

let clock = 0;
const change = (value: LibraryChange['value'], seen: LibraryChange['seen']): LibraryChange => ({
  id: crypto.randomUUID(),
  createdAt: (clock += 1),
  kind: 'library',
  list: 'prompts',
  itemId: 'a',
  value,
  seen,
});
const listed = (userId = 'ada') => renderHook(() => useRefusedChanges(userId, 'prompts')).result.current;

afterEach(() => localStorage.clear());

it('keeps one change with the first reason if a refused change is based on another refused one', () => {
  keepRefusedChange('ada', change(first, null), 'The name is taken.');
  expect(keepRefusedChange('ada', change(second, first), 'It was deleted.')).toBe('The name is taken.');
  expect(listed()).toMatchObject([{ value: second, seen: null, reason: 'The name is taken.' }]);
});

it('keeps both changes of an item if neither contains the other', () => {
  const other = { ...first, text: 'From another device.' };
  keepRefusedChange('ada', change(second, first), 'It was changed.');
  keepRefusedChange('ada', change({ ...other, title: 'Title' }, other), 'It was changed.');
  expect(listed()).toMatchObject([{ value: second }, { value: { title: 'Title' } }]);
});

it('shows the changes to their user only', () => {
  keepRefusedChange('ada', change(first, null), 'The name is taken.');
  expect(listed('grace')).toEqual([]);
});
