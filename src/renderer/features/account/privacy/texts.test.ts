import { expect, it } from 'vitest';
import { actText } from './texts.ts';

const migrations = import.meta.glob<string>('../../../../../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('puts every act of administrators on an account into words', () => {
  const names = Object.values(migrations).flatMap((sql) =>
    [...sql.matchAll(/'(user\.[a-z-]+|api-key\.revoke|log\.export)'/g)].map(([, name]) => name ?? ''),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => actText(name).includes(name))).toEqual([]);
});
