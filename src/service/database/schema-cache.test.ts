import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRest } from '../rest/rest.ts';
import { restClient, service } from '../testing/clients.ts';
import { openTestDatabase } from '../testing/databases.ts';
import type { OpenedDatabase } from './opened-database.ts';

describe('the kept schema', () => {
  let database: OpenedDatabase;
  beforeAll(async () => void (database = await openTestDatabase('pglite', { migrated: true })));
  afterAll(() => database.close());

  const keys = async () =>
    (await database.query<{ fingerprint: string }>('select fingerprint from clover_cache.introspection')).map(
      ({ fingerprint }) => fingerprint,
    );

  it('comes with the template, and is read anew after any change of the schema', async () => {
    const rest = createRest(database);
    const before = await keys();
    expect(before).toHaveLength(1);
    await rest.warmUp();
    expect(await keys()).toEqual(before);

    await database.execute(
      'create table public.added (id int primary key); grant all on public.added to service_role; insert into public.added values (7)',
    );
    await database.clearSchemaCache();
    const client = restClient(rest, service);
    expect((await client.from('added').select('id')).data).toEqual([{ id: 7 }]);
    expect(await keys()).not.toEqual(before);

    const kept = await keys();
    await database.execute('alter table public.added add column note text');
    await database.clearSchemaCache();
    expect((await client.from('added').select('id, note')).data).toEqual([{ id: 7, note: null }]);
    expect(await keys()).not.toEqual(kept);

    await database.execute('alter table public.added rename column note to remark');
    await database.clearSchemaCache();
    expect((await client.from('added').select('id, remark')).data).toEqual([{ id: 7, remark: null }]);
  });

  it('is out of reach for every caller of the service', async () => {
    const as = (role: 'anon' | 'authenticated') =>
      database.asCaller({ role }, (tx) => tx.query('select 1 from clover_cache.introspection'));
    await expect(as('anon')).rejects.toThrow('permission denied for schema clover_cache');
    await expect(as('authenticated')).rejects.toThrow('permission denied for schema clover_cache');
  });
});
