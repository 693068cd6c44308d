import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import { restClient, serviceClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import { limits } from './limits.ts';
import type { Rest } from './rest.ts';
import { openLibrary } from './testing/library.ts';

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index));

describeDatabases('REST limits', (open) => {
  let rest: Rest;
  let client: SupabaseClient;
  beforeAll(async () => {
    rest = await openLibrary(await open());
    client = restClient(rest, serviceClaims);
  });

  const get = async (path: string) => {
    const response = await rest.handle(new Request(`http://service.test/rest/v1/${path}`), serviceClaims);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it.each([
    ['a filter', 'books?title=match.^(a*?)(a*?)\\1c$'],
    ['a filter that ignores case', 'books?title=imatch.a'],
    ['a negated filter', 'books?title=not.match.a'],
    ['a quantified filter', 'books?title=match(any).{a,b}'],
    ['or', 'books?or=(id.eq.1,title.match.a)'],
    ['and inside not.or', 'books?not.or=(id.eq.1,and(pages.gt.1,title.not.imatch.a))'],
    ['a filter of an embed', 'shelves?select=id,books(id)&books.title=match.a'],
    ['or of an embed', 'shelves?select=id,books(id)&books.or=(title.match.a,id.eq.1)'],
    ['the rows of a function', 'rpc/titles_of?shelf=f0000000-0000-4000-8000-000000000001&title=match.a'],
  ])('refuses a regular expression in %s', async (_where, path) => {
    expect(await get(path)).toEqual({
      status: 400,
      body: {
        code: '0A000',
        message: 'Regular expressions are not supported.',
        details: null,
        hint: 'Use like or ilike.',
      },
    });
  });

  it.each([
    ['the PostgreSQL operator', 'books?title=~.a'],
    ['an operator with a prefix', 'books?title=operator(~).a'],
    ['an operator in or', 'books?or=(title.~.a)'],
  ])('does not treat %s as a regular expression', async (_name, path) => {
    expect(await get(path)).toMatchObject({ status: 400, body: { code: 'PGRST100' } });
  });

  it.each([
    [
      'embeds deeper than 3 levels',
      'shelves?select=a:books(b:shelves(c:books(d:shelves(id))))',
      'at most 3 levels',
    ],
    [
      'more than 12 embeds',
      `shelves?select=${many(13, (n) => `b${n}:books(id)`).join()}`,
      'at most 12 tables',
    ],
    ['more than 200 columns', `books?select=${many(201, () => 'id').join()}`, 'at most 200 columns'],
    ['more than 60 filters', `books?${many(61, () => 'id=gt.0').join('&')}`, 'at most 60 filters'],
    ['more than 30 branches', `books?or=(${many(31, () => 'id.gt.0').join()})`, 'at most 30 branches'],
    [
      'groups deeper than 5 levels',
      `books?or=${'(and'.repeat(5)}(id.eq.1)${')'.repeat(5)}`,
      'at most 5 levels',
    ],
    ['more than 500 values in a list', `books?id=in.(${many(501, String).join()})`, 'at most 500 values'],
    ['an array of more than 200 values', `books?tags=ov.{${many(201, String).join()}}`, 'at most 200 values'],
    [
      'a pattern of more than 100 characters',
      `books?title=like.*${'a'.repeat(100)}`,
      'at most 100 characters',
    ],
    ['a pattern with more than 10 wildcards', `books?title=ilike.${'a*'.repeat(11)}`, 'at most 10 wildcards'],
    ['a pattern like that in or', `books?or=(id.eq.1,title.like.${'a*'.repeat(11)})`, 'at most 10 wildcards'],
    ['a search of more than 500 characters', `books?title=wfts.${'a'.repeat(501)}`, 'at most 500 characters'],
    ['a json path of more than 10 steps', `books?select=facts${'->a'.repeat(11)}`, 'at most 10 steps'],
    ['more than 10 columns to order by', `books?order=${many(11, () => 'id').join()}`, 'at most 10 columns'],
    [
      'a URL of more than 12,000 characters',
      `books?title=eq.${'a'.repeat(12_000)}`,
      'at most 12000 characters',
    ],
  ])('refuses %s and names the limit', async (_name, path, sentence) => {
    const { status, body } = await get(path);
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: '54000', message: expect.stringContaining(sentence), details: null, hint: null },
    });
  });

  it('quickly refuses brackets that never close', async () => {
    const started = performance.now();
    expect(await get(`books?or=${'('.repeat(11_000)}`)).toMatchObject({ status: 400 });
    expect(await get(`books?select=${'books('.repeat(1_800)}`)).toMatchObject({ status: 400 });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('accepts requests up to the limits', async () => {
    const { data, error } = await client
      .from('books')
      .select('id')
      .in('id', many(limits.listValues, String))
      .or(many(limits.branches, (n) => `id.eq.${n}`).join())
      .like('title', `${'%'.repeat(9)}m%`)
      .order('id');
    expect(error).toBeNull();
    expect(data).toEqual([{ id: 1 }, { id: 4 }]);
  });

  it('sets no CORS headers', async () => {
    const response = await rest.handle(
      new Request('http://service.test/rest/v1/books?select=id', {
        headers: { origin: 'https://evil.test' },
      }),
      serviceClaims,
    );
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
