import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import { restClient, serviceClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import { maxAffected } from './testing/max-affected.ts';
import { openWorkshop } from './testing/workshop.ts';

describeDatabases('functions over REST', (open) => {
  let client: SupabaseClient;
  beforeAll(async () => {
    client = restClient(await openWorkshop(await open()), serviceClaims);
  });

  it('take arguments with capitals and reserved words in their names', async () => {
    expect((await client.rpc('addUp', { firstOne: 2, user: 40 })).data).toBe(42);
    expect((await client.rpc('addUp', { firstOne: 2 })).data).toBe(3);
    expect((await client.rpc('addUp', { firstOne: 2, user: 40 }, { get: true })).data).toBe(42);
  });

  it.each(['007', '1e3', 'true', 'null', '{"a":1}', '2026-01-01', ''])(
    'keep the text %j as text',
    async (value) => {
      expect((await client.rpc('kind_of', { value })).data).toBe(value);
      expect((await client.rpc('kind_of', { value }, { get: true })).data).toBe(value);
    },
  );

  it('take the complete body if they have one unnamed json parameter', async () => {
    const { data, error } = await client.rpc('whole', { a: [1, { b: null }] });
    expect(error).toBeNull();
    expect(data).toEqual({ kind: 'object', value: { a: [1, { b: null }] } });
  });

  it('take a row and a list as arguments', async () => {
    expect((await client.rpc('title_of', { job: { id: 9, title: 'roof', price: null } })).data).toBe('roof');
    expect((await client.rpc('names_of', { ids: [3, 1] })).data).toEqual(['Mia', 'Zoe']);
    expect((await client.rpc('names_of', { ids: [3, 1] }, { get: true })).data).toEqual(['Mia', 'Zoe']);
  });

  it('respond to HEAD with arguments, and count their rows', async () => {
    expect(await client.rpc('addUp', { firstOne: 1 }, { head: true })).toMatchObject({
      error: null,
      data: null,
    });
    const response = await client.rpc('names_of', { ids: [1, 2, 3] }, { head: true, count: 'exact' });
    expect(response).toMatchObject({ error: null, data: null, count: 3 });
    const page = await client.rpc('all_tools', {}, { count: 'exact' }).range(0, 1);
    expect({ rows: page.data?.length, count: page.count, status: page.status }).toEqual({
      rows: 2,
      count: 3,
      status: 206,
    });
  });

  it('return a row, nothing, and columns with capitals', async () => {
    expect((await client.rpc('one_user', { wanted: 2 })).data).toEqual({ id: 2, name: 'Ben', chief_id: 1 });
    expect(await client.rpc('wait_a_little')).toMatchObject({ data: null, error: null, status: 204 });
    const { data } = await client.rpc('totals').select('howMany').eq('kind', 'tools').single();
    expect(data).toEqual({ howMany: 3 });
  });

  it('return rows that can be filtered, ordered and embedded', async () => {
    const { data, error } = await client
      .rpc('all_tools')
      .select('label, users!owner_id(name)')
      .neq('label', 'axe')
      .order('label');
    expect(error).toBeNull();
    expect(data).toEqual([
      { label: 'awl', users: { name: 'Mia' } },
      { label: 'saw', users: { name: 'Ben' } },
    ]);
  });

  it('are rolled back if they change more rows than maxAffected', async () => {
    const { error, status } = await maxAffected(client.rpc('raise_prices', { by: 5 }), 1);
    expect({ status, code: error?.code, details: error?.details }).toEqual({
      status: 400,
      code: 'PGRST124',
      details: 'The query affects 2 rows',
    });
    expect((await client.from('jobs').select('price').eq('id', 1).single()).data).toEqual({ price: 50 });
    expect((await maxAffected(client.rpc('raise_prices', { by: 0 }), 2)).error).toBeNull();
  });

  it("are not found with other arguments, and can't write when called by GET", async () => {
    for (const call of [
      client.rpc('addUp'),
      client.rpc('addUp', { firstOne: 1, third: 1 }),
      client.rpc('none'),
    ])
      expect(await call).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
    const { status, error } = await client.rpc('raise_prices', { by: 1 }, { get: true });
    expect({ status, code: error?.code }).toEqual({ status: 405, code: '25006' });
  });
});
