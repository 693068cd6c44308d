import { beforeAll, expect, it } from 'vitest';
import { describeDatabases } from '../testing/databases.ts';
import { userClaims, serviceClaims, visitorClaims } from '../testing/clients.ts';
import type { OpenedDatabase } from './opened-database.ts';

const ada = '11111111-1111-4111-8111-111111111111';

describeDatabases('the database', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
    await database.execute('create table kept (id int primary key, body jsonb)');
  });

  it('reads and writes values in the same way on both databases', async () => {
    const bytes = new Uint8Array([0, 1, 255]);
    const [row] = await database.query(
      `select $1::jsonb as object, $2::jsonb as text, $3::bytea as bytes, $4::text[] as list, 7::bigint as big,
              '2026-11-20 23:40:17.32+02'::timestamptz as at, '2026-11-20 23:40:17'::timestamp as local,
              array['2026-11-20 23:40:17+00'::timestamptz] as times, date '2026-11-20' as day, null as nothing`,
      [{ a: [1, null] }, 'a "text"', bytes, ['x', 'y,z']],
    );
    expect(row).toMatchObject({
      object: { a: [1, null] },
      text: 'a "text"',
      list: ['x', 'y,z'],
      big: 7,
      at: '2026-11-20T21:40:17.32+00:00',
      local: '2026-11-20T23:40:17',
      times: ['2026-11-20T23:40:17+00:00'],
      day: '2026-11-20',
      nothing: null,
    });
    expect([...(row!.bytes as Uint8Array)]).toEqual([...bytes]);
  });

  it('rolls a transaction back if its work throws', async () => {
    const failing = database.transaction(async (tx) => {
      await tx.query('insert into kept values (1)');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await database.query('select from kept where id = 1')).toHaveLength(0);
  });

  it('runs all statements of a script or none', async () => {
    await expect(database.execute('insert into kept values (2); select * from missing')).rejects.toThrow(
      'missing',
    );
    expect(await database.query('select from kept where id = 2')).toHaveLength(0);
  });

  it('acts as the caller in a transaction, and as the owner afterwards', async () => {
    const whoAmI =
      'select current_user::text as role, auth.uid() as uid, auth.role() as claimed, auth.email() as email';
    const [asAda] = await database.asCaller(userClaims(ada, { email: 'ada@example.com' }), (tx) =>
      tx.query(whoAmI),
    );
    expect(asAda).toEqual({
      role: 'authenticated',
      uid: ada,
      claimed: 'authenticated',
      email: 'ada@example.com',
    });
    const [asVisitor] = await database.asCaller(visitorClaims, (tx) => tx.query(whoAmI));
    expect(asVisitor).toEqual({ role: 'anon', uid: null, claimed: 'anon', email: null });
    const [asOwner] = await database.query(whoAmI);
    expect(asOwner).toEqual({ role: 'postgres', uid: null, claimed: null, email: null });
  });

  it('keeps the roles of parallel callers apart', async () => {
    const callers = [visitorClaims, serviceClaims, userClaims(ada)];
    const roles = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        database.asCaller(callers[index % 3]!, async (tx) => {
          await tx.query('select 1');
          const [row] = await tx.query<{ role: string }>('select current_user::text as role');
          return row?.role;
        }),
      ),
    );
    expect(roles).toEqual(Array.from({ length: 60 }, (_, index) => callers[index % 3]?.role));
  });

  it('forwards notifications until it is stopped', async () => {
    const payloads: string[] = [];
    const first = Promise.withResolvers<void>();
    const stop = await database.listen('news', (payload) => {
      payloads.push(payload);
      first.resolve();
    });
    await database.query(`select pg_notify('news', 'one')`);
    await first.promise;
    await stop();
    await database.query(`select pg_notify('news', 'two')`);
    await database.query('select 1');
    expect(payloads).toEqual(['one']);
  });

  it('lets a listener query the database', async () => {
    const result = Promise.withResolvers<unknown>();
    await database.listen('ask', () => {
      database.query('select 42 as answer').then(result.resolve, result.reject);
    });
    await database.transaction((tx) => tx.query(`select pg_notify('ask', '')`));
    expect(await result.promise).toEqual([{ answer: 42 }]);
  });
});
