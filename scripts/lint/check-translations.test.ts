import { expect, it } from 'vitest';
import { checkCatalogs, createsCatalog } from './check-translations.ts';

const english = {
  'chat/list': {
    title: 'Chats',
    remove: 'Remove {name}',
    removed: { title: 'Removed', message: '{name} is gone', variant: 'success' },
    count: { one: '{count} chat in {place}', other: '{count} chats in {place}' },
  },
};
const good = {
  title: 'Czaty',
  remove: 'Usuń {name}',
  removed: { title: 'Usunięto', message: 'Nie ma już {name}' },
  count: {
    one: 'Jeden czat w {place}',
    few: '{count} czaty w {place}',
    many: '{count} czatów w {place}',
    other: '{count} czatu w {place}',
  },
};
const check = (change: object) => checkCatalogs('pl', english, { 'chat/list': { ...good, ...change } });

it('accepts a complete translation', () => {
  expect(check({})).toEqual([]);
});

it.each([
  [{ title: undefined }, 'chat/list title is missing: "Chats"'],
  [{ title: ' ' }, 'chat/list title is empty'],
  [{ title: ['Czaty'] }, 'chat/list title is not a text'],
  [{ lead: 'Nowy' }, 'chat/list lead does not exist in English'],
  [{ remove: 'Usuń {nazwa}' }, 'chat/list remove has the parameters {nazwa} instead of {name}'],
  [{ removed: { title: 'Usunięto' } }, 'chat/list removed has the forms title instead of title, message'],
  [{ removed: 'Usunięto' }, 'chat/list removed is not an object as in English'],
  [
    { count: { one: '{count} w {place}', other: '{count} w {place}' } },
    'chat/list count has the forms one, other instead of one, few, many, other',
  ],
  [
    { count: { ...good.count, few: '{count}' } },
    'chat/list count few has the parameters none instead of {place}',
  ],
])('reports %j', (change, problem) => {
  expect(check(change)).toEqual([problem]);
});

it.each([
  ['pl', "Chats'", 'has a straight apostrophe instead of ’'],
  ['fr', 'Continuer ?', 'has a space that breaks the line before or after punctuation'],
  ['fr', 'Vos chats', 'has "chat" instead of "discussion"'],
])('reports the spelling in %s of %j', (language, lead, problem) => {
  expect(checkCatalogs(language, { a: { lead: 'Lead' } }, { a: { lead } })).toEqual([`a lead ${problem}`]);
});

it.each([
  ['pl', 'Chats ?'],
  ['fr', 'Continuer\u00a0? {chats}, chats/, https://chat.example.org'],
])('accepts the spelling in %s of %j', (language, lead) => {
  expect(checkCatalogs(language, { a: { lead } }, { a: { lead } })).toEqual([]);
});

it.each([
  ["import { texts } from '../../shared/texts.ts';", true],
  ["import { params, texts as defineTexts } from '../../shared/texts.ts';", true],
  ["import {\n  plural,\n  texts,\n} from '../../../../shared/texts.ts';", true],
  ["import { loadingTexts } from '../../shared/texts.ts';", false],
  ["import { replyTexts as texts } from './texts.ts';", false],
])('knows whether a module with %j creates a catalog', (source, isCreated) => {
  expect(createsCatalog(source)).toBe(isCreated);
});

it('reports a missing catalog', () => {
  expect(checkCatalogs('pl', english, {})).toHaveLength(4);
});
