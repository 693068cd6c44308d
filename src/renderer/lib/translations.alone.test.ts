import { expect, expectTypeOf, it, vi } from 'vitest';
import { loadingTexts, params, plural, texts } from '../../shared/texts.ts';
import { type LoadTranslations, startTranslations } from './translations.ts';

const sidebar = texts('sample/sidebar', {
  title: 'Chats',
  columns: { name: 'Name', dates: ['Created', 'Changed'] },
  remove: params('Remove {name} from {place}'),
  hidden: plural({ one: '{count} chat is hidden in {place}', other: '{count} chats are hidden in {place}' }),
  removed: params({ title: 'Removed', message: '{name} is gone', variant: 'success' }),
  failed: { title: 'Error', message: 'Try again.', variant: 'destructive' },
});
const other = texts('other', { title: 'Models' });

const polish = {
  'sample/sidebar': {
    title: 'Czaty',
    'columns.name': 'Nazwa',
    'columns.dates.0': 'Utworzono',
    'columns.dates.1': 'Zmieniono',
    remove: 'Usuń {name} z {place}',
    hidden: {
      one: '{count} czat w {place}',
      few: '{count} czaty w {place}',
      many: '{count} czatów w {place}',
    },
    removed: { title: 'Usunięto', message: 'Nie ma już {name}' },
    'failed.title': 'Błąd',
  },
};

it('reads English before any language is loaded', () => {
  expect(sidebar.columns).toEqual({ name: 'Name', dates: ['Created', 'Changed'] });
  expect(sidebar.remove({ name: '$& {place}', place: 'here' })).toBe('Remove $& {place} from here');
  expect(sidebar.hidden({ count: 1, place: 'x' })).toBe('1 chat is hidden in x');
  expect(sidebar.hidden({ count: 1200, place: 'x' })).toBe('1,200 chats are hidden in x');
  expect(sidebar.removed({ name: 'A' })).toEqual({
    title: 'Removed',
    message: 'A is gone',
    variant: 'success',
  });
});

it('requires exactly the parameters that a text names', () => {
  expectTypeOf(sidebar.remove).parameter(0).toEqualTypeOf<{
    readonly name: string | number;
    readonly place: string | number;
  }>();
  expectTypeOf(sidebar.hidden({ count: 1, place: '' })).toEqualTypeOf<string>();
  expectTypeOf(sidebar.failed.variant).toEqualTypeOf<'destructive'>();
  // @ts-expect-error a parameter is missing
  sidebar.remove({ name: 'A' });
  // @ts-expect-error no such parameter
  sidebar.remove({ name: 'A', place: 'B', user: 'C' });
  // @ts-expect-error the plural needs a number
  sidebar.hidden({ count: '1', place: 'B' });
  // @ts-expect-error a text without parameters is not a function
  expect(() => sidebar.title()).toThrow(TypeError);
});

it('replaces all texts of a feature, and keeps texts without a translation in English', async () => {
  const load = vi.fn<LoadTranslations>(async (_language, feature) => (feature === 'sample' ? polish : {}));
  const show = startTranslations(load, () => {});
  expect(loadingTexts()).toBeNull();
  await show('pl');

  expect(sidebar.title).toBe('Czaty');
  expect(sidebar.columns).toEqual({ name: 'Nazwa', dates: ['Utworzono', 'Zmieniono'] });
  expect(sidebar.remove({ name: 'A', place: 'B' })).toBe('Usuń A z B');
  expect([1, 3, 5].map((count) => sidebar.hidden({ count, place: 'B' }))).toEqual([
    '1 czat w B',
    '3 czaty w B',
    '5 czatów w B',
  ]);
  expect(sidebar.removed({ name: 'A' })).toEqual({
    title: 'Usunięto',
    message: 'Nie ma już A',
    variant: 'success',
  });
  expect(sidebar.failed).toEqual({ title: 'Błąd', message: 'Try again.', variant: 'destructive' });
  expect(other.title).toBe('Models');

  const loadedLater = texts('dialog', { title: 'Import' });
  await loadingTexts();
  expect(loadedLater.title).toBe('Import');
  expect(load.mock.calls.map(([, feature]) => feature)).toEqual(['sample', 'other', 'dialog']);

  await show('en');
  expect(sidebar.title).toBe('Chats');
  expect(sidebar.hidden({ count: 2, place: 'B' })).toBe('2 chats are hidden in B');
});

it('stays in English if a language cannot be loaded, and loads it again later', async () => {
  const load = vi.fn<LoadTranslations>(async (_language, feature) => (feature === 'sample' ? polish : {}));
  const onFailure = vi.fn<() => void>();
  const show = startTranslations(load, onFailure);
  load.mockRejectedValueOnce(new TypeError('no network'));
  await expect(show('pl')).rejects.toThrow('"pl"');
  expect(sidebar.title).toBe('Chats');
  await show('pl');
  expect(sidebar.title).toBe('Czaty');
  expect(onFailure).not.toHaveBeenCalled();
});

it('shows a part that is opened later in English if its translations cannot be loaded', async () => {
  const load = vi.fn<LoadTranslations>(async (_language, feature) => (feature === 'sample' ? polish : {}));
  const onFailure = vi.fn<() => void>();
  const show = startTranslations(load, onFailure);
  await show('pl');
  load.mockRejectedValueOnce(new TypeError('no network'));
  const late = texts('late', { title: 'Late' });
  await loadingTexts();
  expect([late.title, sidebar.title]).toEqual(['Late', 'Czaty']);
  expect(onFailure).toHaveBeenCalledOnce();
  load.mockResolvedValueOnce({ late: { title: 'Późno' } });
  await show('pl');
  expect(late.title).toBe('Późno');
});
