import { expect, it } from 'vitest';
import { actionText, usageTexts } from './texts.ts';

const counts = [{ count: 1 }, { count: 2 }];

it('has singular and plural forms for messages and hidden chats', () => {
  expect(counts.map(usageTexts.unlimited)).toEqual([
    '1 message today, no limit',
    '2 messages today, no limit',
  ]);
  expect(counts.map(usageTexts.hiddenCount)).toEqual(['1 chat is hidden.', '2 chats are hidden.']);
  expect(counts.map(usageTexts.deleteWarning)).toEqual([
    expect.stringMatching(/^The hidden chat is deleted/),
    expect.stringMatching(/^All 2 hidden chats are deleted/),
  ]);
});

const migrations = import.meta.glob<string>('../../../../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('has a text for every admin action on an account', () => {
  const names = Object.values(migrations).flatMap((sql) =>
    [...sql.matchAll(/'(user\.[a-z-]+|api-key\.revoke|log\.export)'/g)].map(([, name]) => name ?? ''),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => actionText(name).includes(name))).toEqual([]);
});
