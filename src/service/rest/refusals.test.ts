import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it, type MockInstance, vi } from 'vitest';
import { userClaims, restClient, serviceClaims, visitorClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import type { Rest } from './rest.ts';
import { adaId, fictionShelf, graceId, openLibrary } from './testing/library.ts';

describeDatabases('REST refusals', (open) => {
  let rest: Rest;
  let anyone: SupabaseClient;
  let reader: SupabaseClient;
  let owner: SupabaseClient;
  let printed: MockInstance;
  beforeAll(async () => {
    rest = await openLibrary(await open());
    [anyone, reader, owner] = [visitorClaims, userClaims(adaId), serviceClaims].map((claims) =>
      restClient(rest, claims),
    ) as [SupabaseClient, SupabaseClient, SupabaseClient];
  });
  beforeAll(() => {
    printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    return () => printed.mockRestore();
  });

  it.each([
    ['a failed check', 400, '23514', () => owner.from('books').insert({ title: ' ' })],
    ['a missing value', 400, '23502', () => owner.from('books').insert({ pages: 1 })],
    ['a duplicate', 409, '23505', () => owner.from('shelves').insert({ id: fictionShelf, name: 'other' })],
    ['an unknown parent', 409, '23503', () => owner.from('books').insert({ title: 'Lost', shelf_id: adaId })],
    ['a value of the wrong type', 400, '22P02', () => owner.from('books').select().eq('pages', 'many')],
    ['a number out of range', 400, '22003', () => owner.from('books').insert({ title: 'Long', pages: 1e12 })],
    ['an unknown column in select', 400, '42703', () => owner.from('books').select('color')],
    ['an unknown column in a filter', 400, '42703', () => owner.from('books').select().eq('color', 'red')],
    [
      'an unknown column in a row',
      400,
      'PGRST204',
      () => owner.from('books').insert({ title: 'x', color: 'red' }),
    ],
    ['an unknown table', 404, 'PGRST205', () => owner.from('films').select()],
    ['an unknown function', 404, 'PGRST202', () => owner.rpc('fly')],
    ['an unknown relation', 400, 'PGRST200', () => owner.from('books').select('films(*)')],
    ['a schema that is not exposed', 406, 'PGRST106', () => owner.schema('auth').from('users').select()],
    ['text with NUL', 400, '22P05', () => owner.from('books').insert({ title: 'a\u0000b' })],
    ['json with NUL', 400, '22P05', () => owner.from('books').insert({ title: 'x', facts: { a: '\u0000' } })],
    ['a filter with NUL', 400, '22021', () => owner.from('books').select().eq('title', '\u0000')],
  ])('refuses %s like the hosted service', async (_name, status, code, ask) => {
    const { error, data, status: actual } = await ask();
    expect({ status: actual, code: error?.code, data }).toEqual({ status, code, data: null });
  });

  it('passes on message, detail and hint of an error that a function raises', async () => {
    const { error, status } = await owner.rpc('refuse');
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'P0001',
      message: 'The library is closed',
      details: 'It is Sunday',
      hint: 'Come back tomorrow',
    });
  });

  it('lets a function choose the status', async () => {
    const { error, status } = await owner.rpc('refuse_with', { status: 'Pay first' });
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 402,
      code: 'PT402',
      message: 'Pay first',
    });
  });

  it('names the constraint that failed', async () => {
    const { error } = await owner.from('books').insert({ title: '' });
    expect(error?.message).toBe(
      'new row for relation "books" violates check constraint "title_is_not_blank"',
    );
  });

  it('keeps a revoked table closed: 401 for a visitor, 403 for a reader, open for the service', async () => {
    for (const [client, status] of [
      [anyone, 401],
      [reader, 403],
    ] as const) {
      for (const ask of [
        () => client.from('vault').select(),
        () => client.from('vault').insert({ id: 2, word: 'x' }),
        () => client.from('vault').update({ word: 'x' }).eq('id', 1),
        () => client.from('vault').delete().eq('id', 1),
      ]) {
        const { error, data, status: actual } = await ask();
        expect({ status: actual, code: error?.code, data }).toEqual({ status, code: '42501', data: null });
      }
    }
    expect((await owner.from('vault').select()).data).toEqual([{ id: 1, word: 'swordfish' }]);
  });

  it('refuses a column without a grant, and `*` with it', async () => {
    expect((await anyone.from('shelves').select('id, name').eq('id', fictionShelf)).data).toEqual([
      { id: fictionShelf, name: 'fiction' },
    ]);
    for (const columns of ['keeper_note', '*']) {
      const { error, data } = await reader.from('shelves').select(columns);
      expect({ code: error?.code, data }).toEqual({ code: '42501', data: null });
    }
  });

  it('shows readers only their own books, even through an embed or a function', async () => {
    expect((await reader.from('books').select('id').order('id')).data).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
    const { data: shelves } = await reader.from('shelves').select('name, books(reader_id)');
    const readers = shelves?.flatMap(({ books }) => books.map(({ reader_id }) => reader_id as string));
    expect(new Set(readers)).toEqual(new Set([adaId]));
    expect((await reader.rpc('page_total')).data).toBe(810);
  });

  it("refuses a row in another user's name with 403, and does not change other users' rows", async () => {
    const foreign = await reader.from('books').insert({ title: 'Mine?', reader_id: graceId });
    expect({ code: foreign.error?.code, status: foreign.status }).toEqual({ code: '42501', status: 403 });
    expect((await reader.from('books').update({ title: 'Taken' }).eq('id', 4).select()).data).toEqual([]);
    expect((await reader.from('books').delete().eq('id', 4).select()).data).toEqual([]);
    expect((await owner.from('books').select('title').eq('id', 4).single()).data).toEqual({
      title: 'Compilers',
    });
  });

  it('ignores claims about the caller in the request itself', async () => {
    const request = new Request('http://service.test/rest/v1/vault', {
      headers: { authorization: 'Bearer forged', apikey: 'sb_secret_forged', 'x-role': 'service_role' },
    });
    expect((await rest.handle(request, visitorClaims)).status).toBe(401);
  });

  it('refuses invalid JSON and a body above 16 MiB', async () => {
    const post = (body: string) =>
      rest.handle(
        new Request('http://service.test/rest/v1/books', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
        serviceClaims,
      );
    const broken = await post('{"title": ');
    expect({ status: broken.status, body: await broken.json() }).toMatchObject({
      status: 400,
      body: { code: 'PGRST102' },
    });
    expect((await post(JSON.stringify({ title: 'x'.repeat(17 * 1024 * 1024) }))).status).toBe(413);
  });

  // Errors contain parameters, such as users' messages and keys.
  it('prints nothing that users wrote', async () => {
    printed.mockClear();
    await owner.from('books').insert({ title: ' ', pages: 271_828 });
    const { error } = await owner.from('books').select('id').filter('title', 'sounds', 'my secret');
    expect(error?.code).toBe('PGRST100');
    await owner.from('books').select('id').or('title.eq.(my secret');
    await owner.from('books').select('id,(my secret');
    expect(printed).not.toHaveBeenCalled();
  });

  it.each(['%ZZ', '%E0%A4%A', 'rpc/%FF'])('refuses the invalid path %s instead of failing', async (path) => {
    const answer = await rest.handle(new Request(`http://service.test/rest/v1/${path}`), serviceClaims);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 404,
      body: { code: 'PGRST125' },
    });
  });
});
