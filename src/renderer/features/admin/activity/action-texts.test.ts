import { expect, it } from 'vitest';
import { actionText } from './action-texts.ts';

const migrations: Record<string, string> = import.meta.glob('../../../../../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('has a text for every action that the database logs [ADMIN-009]', () => {
  const logged = Object.values(migrations).flatMap((sql) =>
    [...sql.matchAll(/log_admin_action\(\s*'([a-z-]+\.[a-z-]+)'/g)].map(([, action]) => action!),
  );
  expect(logged.length).toBeGreaterThan(15);
  expect([...new Set(logged)].filter((action) => actionText(action) === null)).toEqual([]);
});

it('has no text for an unknown action', () => {
  expect(actionText('vendor.sing')).toBeNull();
});
