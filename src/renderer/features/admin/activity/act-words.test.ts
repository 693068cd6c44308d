import { expect, it } from 'vitest';
import { actInWords } from './act-words.ts';

const migrations: Record<string, string> = import.meta.glob('../../../../../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('has words for every act that the database logs [ADMIN-009]', () => {
  const logged = Object.values(migrations).flatMap((sql) =>
    [...sql.matchAll(/log_admin_action\(\s*'([a-z-]+\.[a-z-]+)'/g)].map(([, act]) => act!),
  );
  expect(logged.length).toBeGreaterThan(15);
  expect([...new Set(logged)].filter((act) => actInWords(act) === null)).toEqual([]);
});

it('leaves an unknown act to its code', () => {
  expect(actInWords('vendor.sing')).toBeNull();
});
