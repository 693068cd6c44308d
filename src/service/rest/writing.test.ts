import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import { restClient, serviceClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import { fictionShelf, openLibrary, scienceShelf } from './testing/library.ts';
import { maxAffected } from './testing/max-affected.ts';

describeDatabases('writing through REST', (open) => {
  let client: SupabaseClient;
  const books = () => client.from('books');
  beforeAll(async () => {
    client = restClient(await openLibrary(await open()), serviceClaims);
  });

  it('inserts with and without returning the row', async () => {
    expect(await books().insert({ title: 'Silent' })).toMatchObject({ data: null, error: null, status: 201 });
    const { data, status } = await books()
      .insert({ title: 'Returned', pages: 3 })
      .select('title, pages, tags')
      .single();
    expect({ data, status }).toEqual({ data: { title: 'Returned', pages: 3, tags: [] }, status: 201 });
  });

  it.each([
    ['an object', { deep: [1, { two: null }] }],
    ['a list', [1, 'two']],
    ['text', 'a "quoted" word'],
    ['a number', 7],
    ['a boolean', false],
    ['nothing', null],
  ])('keeps json that is %s', async (_name, facts) => {
    const { data, error } = await books().insert({ title: 'Json', facts }).select('facts').single();
    expect(error).toBeNull();
    expect(data).toEqual({ facts });
  });

  it('keeps lists of text with every special character', async () => {
    const tags = [
      'plain',
      'with,comma',
      'with "quotes"',
      'with\\backslash',
      '{braces}',
      '',
      'NULL',
      'emoji 🍀',
    ];
    const { data } = await books().insert({ title: 'Tags', tags }).select('tags').single();
    expect(data).toEqual({ tags });
  });

  it('keeps 20 KB of text unchanged, with its line endings', async () => {
    const title = `${'Grüße 🍀\r\n\t\\ $1 \'"'.repeat(1_100)}`;
    const { data } = await books().insert({ title }).select('title').single();
    expect(data?.title === title).toBe(true);
  });

  it('inserts many rows in one request, with null for missing columns', async () => {
    const { data, error } = await books()
      .insert([
        { title: 'One', pages: 1 },
        { title: 'Two', facts: 2 },
      ])
      .select('title, pages, facts');
    expect(error).toBeNull();
    expect(data).toEqual([
      { title: 'One', pages: 1, facts: null },
      { title: 'Two', pages: null, facts: 2 },
    ]);
    const refused = await books().insert([{ title: 'One' }, { title: 'Two', tags: ['x'] }]);
    expect(refused.error?.code).toBe('23502');
  });

  it('updates only the filtered rows', async () => {
    await books().insert([
      { id: 201, title: 'Left' },
      { id: 202, title: 'Changed' },
    ]);
    const { data } = await books().update({ pages: 9 }).eq('id', 202).select('id, pages');
    expect(data).toEqual([{ id: 202, pages: 9 }]);
    expect((await books().select('pages').eq('id', 201).single()).data).toEqual({ pages: null });
  });

  it('upserts by the primary key and by another unique column', async () => {
    await client.from('shelves').upsert({ id: fictionShelf, name: 'novels' });
    const { data } = await client
      .from('shelves')
      .upsert({ id: scienceShelf, name: 'science', keeper_note: 'again' }, { onConflict: 'name' })
      .select('name, keeper_note');
    expect(data).toEqual([{ name: 'science', keeper_note: 'again' }]);
    await client.from('shelves').upsert({ id: fictionShelf, name: 'ignored' }, { ignoreDuplicates: true });
    const { data: shelves } = await client.from('shelves').select('name').order('name');
    expect(shelves).toEqual([{ name: 'novels' }, { name: 'science' }]);
  });

  it('deletes and returns the deleted rows', async () => {
    await books().insert([
      { id: 301, title: 'Gone' },
      { id: 302, title: 'Stays' },
    ]);
    const { data, count } = await books().delete({ count: 'exact' }).in('id', [301]).select('title');
    expect({ data, count }).toEqual({ data: [{ title: 'Gone' }], count: 1 });
    expect((await books().select('id').in('id', [301, 302])).data).toEqual([{ id: 302 }]);
  });

  it('changes nothing if a single row was requested and several match', async () => {
    await books().insert([
      { id: 401, title: 'Twin' },
      { id: 402, title: 'Twin' },
    ]);
    const { error } = await books().update({ pages: 1 }).eq('title', 'Twin').select().single();
    expect(error?.code).toBe('PGRST116');
    expect((await books().select('pages').eq('title', 'Twin')).data).toEqual([
      { pages: null },
      { pages: null },
    ]);
  });

  it('refuses to change or delete all rows of a table, like the hosted service', async () => {
    await books().insert({ id: 501, title: 'Safe' });
    for (const [verb, ask] of [
      ['UPDATE', books().update({ pages: 1 })],
      ['DELETE', books().delete()],
      ['UPDATE', books().update({ pages: 1 }).select()],
    ] as const) {
      const { status, error } = await ask;
      expect({ status, code: error?.code, message: error?.message }).toEqual({
        status: 400,
        code: '21000',
        message: `${verb} requires a WHERE clause`,
      });
    }
    expect((await books().select('pages').eq('id', 501).single()).data).toEqual({ pages: null });
    const limited = await books().delete().eq('title', 'Safe').limit(1);
    expect({ status: limited.status, code: limited.error?.code }).toEqual({ status: 400, code: '0A000' });
  });

  it('rolls back a change of more rows than maxAffected', async () => {
    await books().insert([
      { id: 601, title: 'Pair' },
      { id: 602, title: 'Pair' },
    ]);
    const { status, error } = await maxAffected(books().update({ pages: 7 }).eq('title', 'Pair'), 1);
    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'PGRST124' });
    expect((await books().select('pages').eq('title', 'Pair')).data).toEqual([
      { pages: null },
      { pages: null },
    ]);
  });

  it('fills missing columns with their defaults if defaultToNull is off, and returns them', async () => {
    const { data, error } = await books()
      .insert([{ title: 'Bare' }, { title: 'Full', tags: ['x'], id: 701 }], { defaultToNull: false })
      .select('id, title, tags');
    expect(error).toBeNull();
    expect(data).toEqual([
      { id: expect.any(Number), title: 'Bare', tags: [] },
      { id: 701, title: 'Full', tags: ['x'] },
    ]);
  });

  it('inserts a row of defaults, several of them, and none', async () => {
    const empty = await client.from('notes').insert({}).select('text').single();
    expect(empty).toMatchObject({ error: null, status: 201, data: { text: 'blank' } });
    const two = await client.from('notes').insert([{}, {}]).select('text');
    expect(two.data).toEqual([{ text: 'blank' }, { text: 'blank' }]);
    expect(await client.from('notes').insert([]).select()).toMatchObject({ error: null, data: [] });
  });

  it('refuses JSON nested deeper than 100 levels, and a body that is not JSON', async () => {
    const deep = JSON.parse('['.repeat(101) + ']'.repeat(101)) as unknown;
    const { status, error } = await books().insert({ title: 'Deep', facts: deep });
    expect({ status, code: error?.code }).toEqual({ status: 400, code: '54000' });
    const brackets = await books()
      .insert({ title: '['.repeat(200) })
      .select('title')
      .single();
    expect(brackets.error).toBeNull();
  });
});
