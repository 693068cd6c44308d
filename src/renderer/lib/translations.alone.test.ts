import { expect, expectTypeOf, it, vi } from 'vitest';
import { params, plural, texts } from './texts.ts';
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

it('replaces all texts of a feature, and lists those that stay English', async () => {
  const load = vi.fn<LoadTranslations>(async (_language, feature) => (feature === 'sample' ? polish : {}));
  const translations = startTranslations(load);
  translations.language.set('pl');
  await vi.waitFor(() => expect(translations.isLoading.get()).toBe(false));

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
  expect(translations.missing()).toEqual(['sample/sidebar: failed.message', 'other: title']);

  const loadedLater = texts('sample/dialog', { title: 'Import' });
  expect(loadedLater.title).toBe('Import');
  expect(translations.missing()).toContain('sample/dialog: title');
  await vi.waitFor(() =>
    expect(load.mock.calls.map(([, feature]) => feature)).toEqual(['sample', 'other', 'sample']),
  );

  translations.language.set('en');
  expect(sidebar.title).toBe('Chats');
  expect(sidebar.hidden({ count: 2, place: 'B' })).toBe('2 chats are hidden in B');
});
