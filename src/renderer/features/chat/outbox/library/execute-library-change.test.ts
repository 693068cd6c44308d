import { afterEach, expect, it } from 'vitest';
import type { LibraryChange } from '../../../../lib/library-changes.ts';
import { getSupabase } from '../../../../lib/supabase.ts';
import { startFakeService } from '../../../../testing/fake-service.ts';
import { storeSession } from '../../../../testing/render-app.tsx';
import { executeLibraryChange } from './execute-library-change.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly revision: number;
}
const before = { name: 'short', title: '', text: 'Shorten this.' };
const after = { ...before, text: 'Shorten it.' };
const stored: Row = { id: 'a', ...before, revision: 4 };

/** Fakes the table of prompts. */
function open(first: readonly Row[] = [stored]) {
  let rows = [...first];
  const service = startFakeService();
  const find = (search: string) =>
    rows.filter(
      ({ id, revision }) => search.includes(`id=eq.${id}`) && search.includes(`revision=eq.${revision}`),
    );
  service.answer('GET /rest/v1/saved_prompts', () => ({ body: rows }));
  service.answer('POST /rest/v1/saved_prompts', ({ body }) => {
    rows = [...rows, ...(body as Row[]).map((row) => ({ ...row, revision: 1 }))];
    return { status: 201 };
  });
  service.answer('PATCH /rest/v1/saved_prompts', ({ search, body }) => {
    const found = find(search);
    rows = rows.map((row) =>
      found.includes(row) ? { ...row, ...(body as object), revision: row.revision + 1 } : row,
    );
    return { body: found };
  });
  service.answer('DELETE /rest/v1/saved_prompts', ({ search }) => {
    const found = find(search);
    rows = rows.filter((row) => !found.includes(row));
    return { body: found };
  });
  storeSession();
  return {
    service,
    rows: () => rows,
    set: (next: readonly Row[]) => (rows = [...next]),
    execute: (value: LibraryChange['value'], seen: LibraryChange['seen']) =>
      executeLibraryChange('ada', {
        id: crypto.randomUUID(),
        createdAt: 0,
        kind: 'library',
        list: 'prompts',
        itemId: 'a',
        value,
        seen,
      }),
  };
}

afterEach(async () => {
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('has no further effect when it is repeated', async () => {
  const { execute, rows } = open([]);
  expect(await execute(before, null)).toBe('done');
  expect(await execute(before, null)).toBe('done');
  expect(await execute(after, before)).toBe('done');
  expect(await execute(after, before)).toBe('done');
  expect(rows()).toMatchObject([{ text: 'Shorten it.', revision: 2 }]);
  expect(await execute(null, after)).toBe('done');
  expect(await execute(null, after)).toBe('done');
  expect(rows()).toEqual([]);
});

it("never overwrites or deletes another device's version", async () => {
  const { execute, rows } = open([{ ...stored, text: 'Theirs.' }]);
  const refusal = { refused: 'It was changed on another device.', isConflict: true };
  expect(await execute(after, before)).toEqual(refusal);
  expect(await execute(null, before)).toEqual(refusal);
  expect(await execute(before, null)).toEqual(refusal);
  expect(rows()).toMatchObject([{ text: 'Theirs.', revision: 4 }]);
});

it('does not create a prompt again that another device has deleted', async () => {
  const { execute, rows } = open([]);
  expect(await execute(after, before)).toEqual({
    refused: 'It was deleted on another device.',
    isConflict: true,
  });
  expect(rows()).toEqual([]);
});

it('checks again if another device changes the prompt between the two requests', async () => {
  const { execute, rows, set, service } = open();
  service.answer('PATCH /rest/v1/saved_prompts', () => {
    set([{ ...stored, text: 'Theirs.', revision: 5 }]);
    return { body: [] };
  });
  expect(await execute(after, before)).toMatchObject({ isConflict: true });
  expect(rows()).toMatchObject([{ text: 'Theirs.' }]);
});

it('waits without a connection, and names why the service refused it', async () => {
  const { execute, service } = open([]);
  service.answer('POST /rest/v1/saved_prompts', {
    status: 409,
    body: { code: '23505', message: 'duplicate key value … "saved_prompts_name_idx"' },
  });
  expect(await execute(before, null)).toEqual({
    refused: 'You already have a prompt with this name. Choose another name.',
  });
  service.answer('POST /rest/v1/saved_prompts', { status: 503, body: {} });
  expect(await execute(before, null)).toBe('offline');
  service.setOffline(true);
  expect(await execute(before, null)).toBe('offline');
});
