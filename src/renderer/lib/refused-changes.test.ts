import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { LibraryChange } from './library-changes.ts';
import {
  forgetRefusedChange,
  keepRefusedChange,
  refusedFormOf,
  useRefusedChanges,
} from './refused-changes.ts';
import { draftKeys } from './storage.ts';
import { storedDraftsOf } from './unsent.ts';

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
  expect(keepRefusedChange('ada', change(second, first), 'It was deleted.')).toEqual({
    reason: 'The name is taken.',
    isStored: true,
  });
  expect(listed()).toMatchObject([{ value: second, seen: null, reason: 'The name is taken.' }]);
});

it('keeps both changes of an item if neither contains the other', () => {
  const other = { ...first, text: 'From another device.' };
  keepRefusedChange('ada', change(second, first), 'It was changed.');
  keepRefusedChange('ada', change({ ...other, title: 'Title' }, other), 'It was changed.');
  expect(listed()).toMatchObject([{ value: second }, { value: { title: 'Title' } }]);
});

it('keeps the id of the earlier change, so that its form stays open', () => {
  keepRefusedChange('ada', change(first, null), 'The name is taken.');
  const [{ id } = { id: '' }] = listed();
  keepRefusedChange('ada', change(second, first), 'It was deleted.');
  expect(listed()).toMatchObject([{ id, value: second }]);
});

it('keeps all values of changes that contain only what was changed', () => {
  keepRefusedChange('ada', change({ text: 'Shorten this.' }, { text: '' }), 'It was changed.');
  keepRefusedChange('ada', change({ name: 'short' }, {}), 'It was deleted.');
  expect(listed()).toMatchObject([{ value: { text: 'Shorten this.', name: 'short' } }]);
});

it('deletes the draft of a change with it', () => {
  keepRefusedChange('ada', change(first, null), 'The name is taken.');
  const [refused] = listed();
  storedDraftsOf('ada').write(refusedFormOf(refused!), 'edited');
  forgetRefusedChange('ada', refused!);
  expect(listed()).toEqual([]);
  expect(storedDraftsOf('ada').read(refusedFormOf(refused!))).toBe('');
});

it('follows other windows', () => {
  const { result } = renderHook(() => useRefusedChanges('ada', 'prompts'));
  keepRefusedChange('grace', change(first, null), 'The name is taken.');
  const [key] = draftKeys.list('grace');
  const stored = localStorage.getItem(key!);
  const own = key!.replace('grace', 'ada');
  localStorage.setItem(own, stored!);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: own, newValue: stored }));
  });
  expect(result.current).toMatchObject([{ value: first }]);
});

it('keeps a change in this page if the storage is full, and says so', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  expect(keepRefusedChange('ada', change(first, null), 'The name is taken.').isStored).toBe(false);
  expect(listed('grace')).toEqual([]);
  const [kept] = listed();
  expect(kept).toMatchObject({ value: first, reason: 'The name is taken.' });
  forgetRefusedChange('ada', kept!);
  expect(listed()).toEqual([]);
});

it('shows the changes to their user only', () => {
  keepRefusedChange('ada', change(first, null), 'The name is taken.');
  expect(listed('grace')).toEqual([]);
});
