import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import { restClient, serviceClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openWorkshop } from './testing/workshop.ts';

describeDatabases('embeds over REST', (open) => {
  let client: SupabaseClient;
  beforeAll(async () => {
    client = restClient(await openWorkshop(await open()), serviceClaims);
  });

  it('read a public table that has the same name as one in auth', async () => {
    const { data, error } = await client
      .from('tools')
      .select('label, users!owner_id(name)')
      .eq('id', 1)
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ label: 'saw', users: { name: 'Ben' } });
  });

  it('refuse a relation that is ambiguous', async () => {
    const { status, error } = await client.from('tools').select('label, users(name)');
    expect({ status, code: error?.code }).toEqual({ status: 300, code: 'PGRST201' });
    const { data } = await client
      .from('tools')
      .select('owner:users!tools_owner_id_fkey(name), borrower:borrower_id(name)')
      .eq('id', 1)
      .single();
    expect(data).toEqual({ owner: { name: 'Ben' }, borrower: { name: 'Zoe' } });
  });

  it('have their own order, limit, offset and filters', async () => {
    const { data, error } = await client
      .from('users')
      .select('name, tools!owner_id(label)')
      .eq('id', 2)
      .order('label', { referencedTable: 'tools' })
      .limit(1, { referencedTable: 'tools' })
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ name: 'Ben', tools: [{ label: 'axe' }] });
    const second = await client
      .from('users')
      .select('tools!owner_id(label)')
      .eq('id', 2)
      .order('label', { referencedTable: 'tools' })
      .range(1, 1, { referencedTable: 'tools' })
      .single();
    expect(second.data).toEqual({ tools: [{ label: 'saw' }] });
    const filtered = await client
      .from('users')
      .select('name, mine:tools!owner_id(label)')
      .or('label.eq.saw,label.eq.awl', { referencedTable: 'mine' })
      .order('id');
    expect(filtered.data).toEqual([
      { name: 'Mia', mine: [{ label: 'awl' }] },
      { name: 'Ben', mine: [{ label: 'saw' }] },
      { name: 'Zoe', mine: [] },
    ]);
  });

  it('include or exclude rows by their embedded rows', async () => {
    const inner = await client
      .from('users')
      .select('name, tools!owner_id!inner(label)')
      .eq('tools.label', 'awl');
    expect(inner.data).toEqual([{ name: 'Mia', tools: [{ label: 'awl' }] }]);
    const without = await client.from('users').select('name, tools!owner_id()').is('tools', null);
    expect(without.data).toEqual([{ name: 'Zoe' }]);
    const lent = await client
      .from('tools')
      .select('label, borrower:borrower_id(name)')
      .not('borrower', 'is', null)
      .order('label');
    expect(lent.data).toEqual([
      { label: 'awl', borrower: { name: 'Ben' } },
      { label: 'saw', borrower: { name: 'Zoe' } },
    ]);
    const response = await client
      .from('users')
      .select('id, tools!owner_id!inner(id)', { count: 'exact', head: true })
      .eq('tools.label', 'saw');
    expect(response.count).toBe(1);
  });

  it('order rows by an embedded row, and spread its columns', async () => {
    const { data } = await client
      .from('tools')
      .select('label, owner:users!owner_id(name)')
      .order('owner(name)')
      .order('label');
    expect(data?.map(({ label }) => label as string)).toEqual(['axe', 'saw', 'awl']);
    const spread = await client
      .from('tools')
      .select('label, ...users!owner_id(owner:name)')
      .eq('id', 3)
      .single();
    expect(spread.data).toEqual({ label: 'awl', owner: 'Mia' });
    const refused = await client.from('users').select('name, ...tools!owner_id(label)');
    expect({ status: refused.status, code: refused.error?.code }).toEqual({ status: 400, code: 'PGRST119' });
  });

  it('cross a junction table', async () => {
    const { data, error } = await client
      .from('jobs')
      .select('title, users(name), job_users(share)')
      .order('name', { referencedTable: 'users', ascending: false })
      .eq('id', 1)
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({
      title: 'bench',
      users: [{ name: 'Zoe' }, { name: 'Ben' }],
      job_users: [{ share: 60 }, { share: 40 }],
    });
  });

  it("return the children by the table's name and the parent by the column's name", async () => {
    const { data, error } = await client
      .from('users')
      .select('name, users!chief_id(name), team:users!chief_id(name), chief:chief_id(name)')
      .in('id', [1, 2])
      .order('id');
    expect(error).toBeNull();
    const team = [{ name: 'Ben' }, { name: 'Zoe' }];
    expect(data).toEqual([
      { name: 'Mia', users: team, team, chief: null },
      { name: 'Ben', users: [], team: [], chief: { name: 'Mia' } },
    ]);
  });

  it.each([
    ['a table in what it embeds', 'users', 'name, tools!owner_id(label, users!owner_id(name))'],
    ['a table in itself twice', 'users', 'name, users!chief_id(users!chief_id(name))'],
    ['a table behind one in between', 'jobs', 'title, users(name, jobs(title))'],
  ])('refuse %s', async (_name, table, columns) => {
    const { status, error } = await client.from(table).select(columns);
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 400,
      code: '54000',
      message: 'A table can be embedded only once on a path, and once in itself.',
    });
  });

  it('stop at the maximum response size, wherever the text comes from', async () => {
    await client.from('users').insert({ id: 50, name: 'x'.repeat(300_000) });
    await client
      .from('tools')
      .insert(Array.from({ length: 100 }, (_, index) => ({ id: 500 + index, label: 'many', owner_id: 50 })));
    const refusal = {
      status: 400,
      error: { code: '54000', message: 'A response can have at most 16777216 bytes.' },
    };
    expect(await client.from('tools').select('id, owner:owner_id(name)')).toMatchObject(refusal);
    expect(
      await client.from('users').select('id, tools!owner_id(id, borrower_id, jobs:owner_id(name))'),
    ).toMatchObject({ status: 400 });
    expect(
      await client.from('users').select(Array.from({ length: 60 }, (_, n) => `n${n}:name`).join()),
    ).toMatchObject(refusal);
    expect((await client.from('tools').select('id').eq('label', 'many')).data).toHaveLength(100);
  });
});
