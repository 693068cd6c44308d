import { expect, it } from 'vitest';
import { actionName, actionText } from './action-texts.ts';

const sources: readonly Record<string, string>[] = [
  import.meta.glob('../../../../../supabase/migrations/*.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  import.meta.glob('../../../../../supabase/functions/admin/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  import.meta.glob('../../../../service/{keys/*,auth/passkeys/stored-passkeys}.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
];
const quoted = /'([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)'/g;
/** Quoted names of this form that are not actions. */
const otherNames = new Set(['clover.actor', 'storage.folder']);
const logged = new Set(
  sources
    .flatMap((files) => Object.values(files))
    .flatMap((source) => [...source.matchAll(quoted)].map(([, name]) => name!))
    .filter((name) => !otherNames.has(name)),
);

it('has a name and a text for every action in the log and the activity [ADMIN-009]', () => {
  expect(logged.size).toBeGreaterThan(45);
  expect([...logged].filter((action) => actionText(action) === null)).toEqual([]);
  expect([...logged].filter((action) => actionName(action) === action)).toEqual([]);
});

it('has a different name for each action, because the filter lists only names', () => {
  expect(new Set([...logged].map(actionName)).size).toBe(logged.size);
});

it('uses the same verb in the log and in the activity', () => {
  const verbOf = (action: string) => actionText(action)!.split(' ')[0]!;
  expect([...logged].filter((action) => !actionName(action).toLowerCase().includes(verbOf(action)))).toEqual(
    [],
  );
});

it('shows the code of an unknown action', () => {
  expect([actionText('vendor.sing'), actionName('vendor.sing')]).toEqual([null, 'vendor.sing']);
});
