import { beforeAll, expect, it } from 'vitest';
import type { Claims, Database, Queryable } from '../../src/service/database/database.ts';
import { visitorClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type RowAccess, callers, type CallerName, accessMatrix } from './access-matrix.ts';
import { makeAccount, type AccountOptions } from './testing/accounts.ts';
import { insertRow, insertStatement, rowsOf } from './testing/rows.ts';

const accountOptions: Readonly<Record<Exclude<CallerName, 'visitor'>, AccountOptions>> = {
  guest: { isGuest: true },
  user: {},
  other: {},
  banned: { roles: ['banned'] },
  restricted: { roles: ['restricted'] },
  admin: { roles: ['admin'] },
};

interface MatrixData {
  readonly database: Database;
  readonly accounts: ReadonlyMap<CallerName, { readonly id: string; readonly claims: Claims }>;
  /** Chats by user. Each chat may be changed by that user only. */
  readonly chats: ReadonlyMap<string, string>;
}

/** Inserts one row per table and user. `makeAccount` has already inserted the rows of user_roles. */
async function createMatrixData(database: Database): Promise<MatrixData> {
  const accounts = new Map<CallerName, { id: string; claims: Claims }>();
  const chats = new Map<string, string>();
  for (const [name, options] of Object.entries(accountOptions)) {
    const account = await makeAccount(database, options);
    accounts.set(name as CallerName, account);
  }
  await insertRow(database, 'api_vendors', {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'matrix',
    display_name: 'Matrix',
  });
  // Triggers are disabled, because they would refuse the banned user's rows.
  await database.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    for (const { id } of accounts.values()) {
      const chat = rowsOf.chat_history!.row(id, '');
      chats.set(id, String(chat.id));
      await insertRow(tx, 'chat_history', chat);
      // The attachment refers to this message.
      await insertRow(tx, 'chat_messages', {
        id: chat.id,
        chat_id: chat.id,
        user_id: id,
        role: 'user',
        content: 'Hello',
      });
      await tx.query(
        `insert into storage.objects (bucket_id, name, metadata)
         values ('attachments', $1, '{"size": 5, "mimetype": "text/plain"}')`,
        [`${id}/${String(chat.id)}`],
      );
      for (const [table, { row, firstRow = row }] of Object.entries(rowsOf)) {
        if (table === 'chat_history' || table === 'user_roles') continue;
        await insertRow(tx, table, firstRow(id, String(chat.id)));
      }
    }
  });
  return { database, accounts, chats };
}

/** Thrown to roll back an attempt, so that the next one finds the same data. */
class Undo extends Error {}

/** Returns the keys of the rows that the statement affected, or `refused`. */
async function reach(
  { database }: MatrixData,
  claims: Claims,
  statement: string,
): Promise<readonly string[] | 'refused'> {
  let keys: readonly string[] = [];
  try {
    await database.asCaller(claims, async (tx) => {
      keys = (await tx.query<{ key: string }>(statement)).map(({ key }) => key).toSorted();
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return keys;
    if ((error as { code?: string }).code === '42501') return 'refused';
    throw error;
  }
  throw new Error('the attempt was not rolled back');
}

async function expectedKeys(
  database: Queryable,
  table: string,
  access: RowAccess,
  caller: string | undefined,
): Promise<readonly string[] | 'refused'> {
  if (access === 'refused') return 'refused';
  const { key, owner = 'null' } = rowsOf[table]!;
  const condition = {
    nothing: 'false',
    own: `${owner}::text = '${caller}'`,
    public: 'is_public',
    all: 'true',
  }[access];
  const rows = await database.query<{ key: string }>(
    `select ${key} as key from public.${table} where ${condition}`,
  );
  return rows.map((row) => row.key).toSorted();
}

describeSchema('the access matrix', (open) => {
  let world: MatrixData;
  beforeAll(async () => {
    world = await createMatrixData(await open({ migrated: true }));
  });

  const each = async (check: (table: string, caller: CallerName, claims: Claims) => Promise<void>) => {
    for (const table of Object.keys(accessMatrix))
      for (const caller of callers)
        await check(table, caller, world.accounts.get(caller)?.claims ?? visitorClaims);
  };

  it('lists every table of the schema and no others', async () => {
    const tables = await world.database.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    expect(Object.keys(accessMatrix).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    expect(Object.keys(rowsOf).toSorted()).toEqual(Object.keys(accessMatrix).toSorted());
  });

  it('has rows of several users in every table', async () => {
    const counts = await Promise.all(
      Object.entries(rowsOf).map(async ([table, { owner, key }]) => {
        const rows = await world.database.query(`select distinct ${owner ?? key} from public.${table}`);
        return { table, rows: rows.length };
      }),
    );
    expect(counts.filter(({ rows }) => rows < 3)).toEqual([]);
  });

  it('lets each caller read exactly what the matrix allows [DATA-042] [ROLE-004] [ROLE-011]', async () => {
    await each(async (table, caller, claims) => {
      const { key } = rowsOf[table]!;
      const expected = await expectedKeys(
        world.database,
        table,
        accessMatrix[table]!.select[caller],
        claims.sub,
      );
      const reached = await reach(world, claims, `select ${key} as key from public.${table}`);
      expect(reached, `${caller} selects ${table}`).toEqual(expected);
    });
  });

  it.each(['update', 'delete'] as const)(
    'lets each caller %s exactly what the matrix allows',
    async (operation) => {
      await each(async (table, caller, claims) => {
        const { key, updatedColumn } = rowsOf[table]!;
        const statement =
          operation === 'update'
            ? `update public.${table} set ${updatedColumn} = ${updatedColumn}`
            : `delete from public.${table}`;
        const expected = await expectedKeys(
          world.database,
          table,
          accessMatrix[table]![operation][caller],
          claims.sub,
        );
        const reached = await reach(world, claims, `${statement} returning ${key} as key`);
        expect(reached, `${caller} ${operation}s ${table}`).toEqual(expected);
      });
    },
  );

  it('lets each caller insert only own rows, and only where the matrix allows', async () => {
    await each(async (table, caller, claims) => {
      const access = accessMatrix[table]!.insert[caller];
      const { row } = rowsOf[table]!;
      const insert = async (owner: string) => {
        const statement = insertStatement(table, row(owner, world.chats.get(owner)!));
        return reach(
          world,
          claims,
          `with inserted as (${statement} returning 1) select count(*)::text as key from inserted`,
        );
      };
      const self = claims.sub ?? world.accounts.get('user')!.id;
      expect(await insert(self), `${caller} inserts into ${table}`).toEqual(
        access === 'own' ? ['1'] : 'refused',
      );
      const someoneElse = world.accounts.get(caller === 'user' ? 'other' : 'user')!.id;
      expect(await insert(someoneElse), `${caller} inserts for someone else into ${table}`).toBe('refused');
    });
  });

  it('keeps secret columns from every caller, administrators included [DATA-021]', async () => {
    await each(async (table, caller, claims) => {
      for (const column of accessMatrix[table]!.secret ?? [])
        expect(
          await reach(world, claims, `select ${column}::text as key from public.${table}`),
          `${caller} selects ${table}.${column}`,
        ).toBe('refused');
    });
  });

  it('grants every column that is not listed as secret', async () => {
    const hidden = await world.database.query<{ column: string }>(
      `select c.relname || '.' || a.attname as column
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not has_column_privilege('authenticated', c.oid, a.attnum, 'select')`,
    );
    expect(hidden.map(({ column }) => column).toSorted()).toEqual(
      Object.entries(accessMatrix)
        .flatMap(([table, { secret = [] }]) => secret.map((column) => `${table}.${column}`))
        .toSorted(),
    );
  });
});
