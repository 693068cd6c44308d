import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it, vi } from 'vitest';
import { restClient, serviceClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import { createRest } from './rest.ts';
import { fictionShelf, openLibrary, scienceShelf } from './testing/library.ts';

describeDatabases('reading through REST', (open) => {
  let client: SupabaseClient;
  const books = () => client.from('books');
  beforeAll(async () => {
    client = restClient(await openLibrary(await open()), serviceClaims);
  });

  it('returns rows with their types: arrays, json, numbers, and timestamps in ISO', async () => {
    const { data, error } = await books().select().eq('id', 1).single();
    expect(error).toBeNull();
    expect(data).toEqual({
      id: 1,
      shelf_id: fictionShelf,
      reader_id: expect.any(String),
      title: 'Emma',
      pages: 474,
      tags: ['novel', 'english'],
      facts: { stars: 4, by: { name: 'Austen' } },
      printed_at: '1815-12-23T00:00:00.25+00:00',
    });
  });

  it.each([
    ['eq', [2], () => books().select('id').eq('title', 'Solaris')],
    ['neq', [2, 3, 4], () => books().select('id').neq('id', 1)],
    ['gt and lte', [1, 4], () => books().select('id').gt('pages', 204).lte('pages', 796)],
    ['in, with commas', [1, 3], () => books().select('id').in('title', ['Emma', 'Optics, or Light'])],
    ['is null', [3], () => books().select('id').is('facts', null)],
    ['not is null', [1, 2, 4], () => books().select('id').not('printed_at', 'is', null)],
    ['like', [1], () => books().select('id').like('title', 'E%')],
    ['ilike', [2], () => books().select('id').ilike('title', 'sol%')],
    ['contains on arrays', [1, 2], () => books().select('id').contains('tags', ['novel'])],
    ['overlaps', [1, 4], () => books().select('id').overlaps('tags', ['english', 'dragon'])],
    ['contains on json', [2, 4], () => books().select('id').contains('facts', { stars: 5 })],
    ['a json path', [1], () => books().select('id').eq('facts->by->>name', 'Austen')],
    ['or', [1, 4], () => books().select('id').or('title.eq.Emma,pages.gt.700')],
    [
      'a timestamp with its zone',
      [2],
      () => books().select('id').eq('printed_at', '1961-01-01T10:00:00+00:00'),
    ],
  ])('filters by %s', async (_name, expected, ask) => {
    const { data, error } = await ask().order('id');
    expect(error).toBeNull();
    expect(data?.map(({ id }) => id as number)).toEqual(expected);
  });

  it('orders by several columns, with nulls first or last', async () => {
    const { data } = await books()
      .select('id')
      .order('shelf_id')
      .order('printed_at', { ascending: false, nullsFirst: true });
    expect(data?.map(({ id }) => id as number)).toEqual([2, 1, 3, 4]);
  });

  it('returns a range and the exact count of all rows', async () => {
    const { data, count, status } = await books().select('id', { count: 'exact' }).order('id').range(1, 2);
    expect({ ids: data?.map(({ id }) => id as number), count, status }).toEqual({
      ids: [2, 3],
      count: 4,
      status: 206,
    });
  });

  it('counts without rows', async () => {
    const { data, count } = await books()
      .select('*', { count: 'exact', head: true })
      .eq('shelf_id', scienceShelf);
    expect({ data, count }).toEqual({ data: null, count: 2 });
  });

  it('embeds one row and many', async () => {
    const { data: book } = await books().select('title, shelf:shelves(name)').eq('id', 4).single();
    expect(book).toEqual({ title: 'Compilers', shelf: { name: 'science' } });
    const { data: shelves } = await client
      .from('shelves')
      .select('name, books(title, printed_at)')
      .order('name')
      .order('id', { referencedTable: 'books' });
    expect(shelves?.[0]).toEqual({
      name: 'fiction',
      books: [
        { title: 'Emma', printed_at: '1815-12-23T00:00:00.25+00:00' },
        { title: 'Solaris', printed_at: '1961-01-01T10:00:00+00:00' },
      ],
    });
  });

  it('filters parents by an inner embed', async () => {
    const { data } = await client.from('shelves').select('name, books!inner(id)').eq('books.title', 'Emma');
    expect(data?.map(({ name }) => name as string)).toEqual(['fiction']);
  });

  it('returns null for maybeSingle without a row, and PGRST116 for single', async () => {
    expect(await books().select().eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null });
    const { error, status } = await books().select().eq('id', 99).single();
    expect({ code: error?.code, status }).toEqual({ code: 'PGRST116', status: 406 });
    const many = await books().select().single();
    expect({ code: many.error?.code, status: many.status }).toEqual({ code: 'PGRST116', status: 406 });
  });

  it('calls functions: scalar, default argument, rows that can be filtered', async () => {
    expect((await client.rpc('page_total')).data).toBe(1606);
    expect((await client.rpc('page_total', { at_least: 400 })).data).toBe(1270);
    expect((await client.rpc('page_total', { at_least: 700 }, { get: true })).data).toBe(796);
    const { data } = await client.rpc('titles_of', { shelf: fictionShelf }).select('title').eq('pages', 204);
    expect(data).toEqual([{ title: 'Solaris' }]);
  });

  it.each([
    ['object', { deep: [1, { two: null }], quote: 'a "word"' }],
    ['array', [1, 'two', [3]]],
    ['string', 'a "quoted" word'],
    ['number', 7],
    ['boolean', false],
  ])('passes a function a JSON argument unchanged: %s', async (kind, thing) => {
    const { data } = await client.rpc('echo_json', { thing, label: '{"no": "json"}' });
    expect(data).toEqual({ kind, thing, label: '{"no": "json"}' });
  });

  it('passes a function null for a JSON argument that is null', async () => {
    expect((await client.rpc('echo_json', { thing: null })).data).toEqual({
      kind: null,
      thing: null,
      label: '',
    });
  });

  it('passes the headers of the request to functions, without its credentials', async () => {
    const { data } = await client.rpc('asked_by').setHeader('x-clover-test', 'yes');
    expect(data).toMatchObject({ 'x-clover-test': 'yes' });
    expect(Object.keys(data as object)).not.toContain('authorization');
    expect(Object.keys(data as object)).not.toContain('apikey');
  });

  it('returns at most 1,000 rows, like the hosted service', async () => {
    await client
      .from('vault')
      .insert(Array.from({ length: 1_200 }, (_, index) => ({ id: index + 10, word: 'w' })));
    const { data, count } = await client.from('vault').select('id', { count: 'exact' }).limit(5_000);
    expect({ rows: data?.length, count }).toEqual({ rows: 1_000, count: 1_201 });
  });

  it('reads the schema once for many first requests, and again after a change', async () => {
    const database = await open();
    await openLibrary(database);
    const query = vi.spyOn(database, 'query');
    const rest = createRest(database);
    await rest.warmUp();
    const fresh = restClient(rest, serviceClaims);
    await Promise.all(Array.from({ length: 20 }, () => fresh.from('books').select('id')));
    expect(query).toHaveBeenCalledTimes(1);

    await database.execute(`create table films (id int primary key); notify pgrst, 'reload schema'`);
    await vi.waitFor(async () => expect((await fresh.from('films').select()).data).toEqual([]), 5_000);
    expect(query).toHaveBeenCalledTimes(2);
  });
});
