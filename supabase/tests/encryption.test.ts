import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccountKeys, createTurnOffStatements } from '../../src/shared/vault/account-keys.ts';
import { createSalt, wrapAccountKey } from '../../src/shared/vault/unlock-method.ts';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, refusalOf } from './testing/accounts.ts';

type Kind = 'passkey' | 'passphrase' | 'words';

describeSchema('encrypted history', (open) => {
  let database: Database;
  let owner: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });
  beforeEach(async () => {
    await offer('offered');
    owner = await makeAccount(database);
  });

  const offer = (value: string) =>
    database.query(
      `update public.system_settings set setting_value = $1 where setting_key = 'encrypted_history'`,
      [value],
    );
  const createKeys = (account = owner) => createAccountKeys(account.id);
  const createMethod = async (
    { rawKey }: Awaited<ReturnType<typeof createKeys>>,
    kind: Kind,
    account = owner,
  ) => {
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const method = { id: randomUUID() as string, kind, keyVersion: 1, salt: createSalt() };
    const { keyVersion, wrappedKey, ...stored } = await wrapAccountKey(account.id, method, secret, rawKey);
    const credential_id = kind === 'passkey' ? 'AAAA' : null;
    return { ...stored, name: kind, key_version: keyVersion, wrapped_key: wrappedKey, credential_id };
  };
  type Method = Awaited<ReturnType<typeof createMethod>>;

  const turnOn = (
    { stored }: Awaited<ReturnType<typeof createKeys>>,
    methods: readonly Method[],
    account = owner,
  ) =>
    as<{ keys: Record<string, unknown> }>(
      database,
      account,
      `select public.turn_on_encryption($1, $2, $3) as keys`,
      [stored.publicKey, stored.privateKey, methods],
    );
  const setUp = async (account = owner) => {
    const keys = await createKeys(account);
    const methods = [
      await createMethod(keys, 'passphrase', account),
      await createMethod(keys, 'words', account),
    ];
    await turnOn(keys, methods, account);
    return { keys, methods };
  };
  const methodsOf = async (account = owner) =>
    (
      await as<{ id: string }>(
        database,
        account,
        `select id from public.unlock_methods order by created_at, kind`,
      )
    ).map(({ id }) => id);
  const add = (method: Method, replaces: string | null = null, account = owner) =>
    as(database, account, `select public.add_unlock_method($1, $2)`, [method, replaces]);
  const remove = async (id: string, account = owner) => {
    const [row] = await as<{ removed: boolean }>(
      database,
      account,
      `select public.remove_unlock_method($1) as removed`,
      [id],
    );
    return row!.removed;
  };

  describe('turning it on', () => {
    it('stores the keys and the methods, which only their owner can read', async () => {
      const keys = await createKeys();
      const methods = [await createMethod(keys, 'passkey'), await createMethod(keys, 'words')];
      const [row] = await turnOn(keys, methods);
      expect(row!.keys).toMatchObject({
        state: 'turning_on',
        key_version: 1,
        public_key: keys.stored.publicKey,
        private_key: keys.stored.privateKey,
      });
      expect(await methodsOf()).toHaveLength(2);
      const other = await makeAccount(database, { roles: ['admin'] });
      expect(await methodsOf(other)).toEqual([]);
      expect(await as(database, other, `select * from public.account_encryption`)).toEqual([]);
      const readState = (account: Account) =>
        as(database, account, `select private.encryption_state($1) as state`, [owner.id]);
      expect(await readState(owner)).toEqual([{ state: 'turning_on' }]);
      expect(await readState(other)).toEqual([{ state: null }]);
    });

    it('requires two methods, and otherwise stores nothing', async () => {
      const keys = await createKeys();
      const method = await createMethod(keys, 'words');
      for (const methods of [[], [method], [method, method]])
        expect(await refusalOf(turnOn(keys, methods))).toMatchObject({ code: 'P0001', hint: 'too_few' });
      expect(await as(database, owner, `select * from public.account_encryption`)).toEqual([]);
      expect(await methodsOf()).toEqual([]);
    });

    it('can be repeated if the response was lost', async () => {
      const { keys, methods } = await setUp();
      await turnOn(keys, methods);
      expect(await methodsOf()).toHaveLength(2);
    });

    it('never replaces the keys of another device', async () => {
      const { keys } = await setUp();
      const second = await createKeys();
      const methods = [await createMethod(second, 'passphrase'), await createMethod(second, 'passphrase')];
      expect(await refusalOf(turnOn(second, methods))).toMatchObject({ code: 'PT409', hint: 'already_on' });
      const stored = await as(database, owner, `select public_key from public.account_encryption`);
      expect(stored).toEqual([{ public_key: keys.stored.publicKey }]);
    });

    it('is refused if administrators have not offered it, but existing methods keep working', async () => {
      await offer('off');
      const keys = await createKeys();
      const methods = [await createMethod(keys, 'passphrase'), await createMethod(keys, 'words')];
      expect(await refusalOf(turnOn(keys, methods))).toMatchObject({ code: '42501', hint: 'encryption_off' });
      await offer('offered');
      await turnOn(keys, methods);
      await offer('off');
      await add(await createMethod(keys, 'passkey'));
      expect(await methodsOf()).toHaveLength(3);
    });

    it('is refused for guests and banned users', async () => {
      const guest = await makeAccount(database, { isGuest: true });
      expect(await refusalOf(setUp(guest))).toMatchObject({ code: '42501', hint: 'guest' });
      const banned = await makeAccount(database, { roles: ['banned'] });
      expect(await refusalOf(setUp(banned))).toMatchObject({ code: '42501' });
    });

    it('refuses keys and methods in another format', async () => {
      const keys = await createKeys();
      const [one, other] = [await createMethod(keys, 'passphrase'), await createMethod(keys, 'words')];
      const plainKey = { ...keys, stored: { ...keys.stored, privateKey: 'a plain key' } };
      expect(await refusalOf(turnOn(plainKey, [one, other]))).toMatchObject({ code: '23514' });
      for (const damage of [{ wrapped_key: 'plain' }, { salt: 'short' }, { kind: 'pin' }, { name: '' }])
        expect(await refusalOf(turnOn(keys, [one, { ...other, ...damage } as Method]))).toMatchObject({
          code: '23514',
        });
      const later = { ...other, key_version: 2 };
      expect(await refusalOf(turnOn(keys, [one, later]))).toMatchObject({ hint: 'key_changed' });
    });

    it('notifies the other devices of the user', async () => {
      const changes = () =>
        as<{ changed_at: string }>(database, owner, `select changed_at from public.account_changes`);
      expect(await changes()).toEqual([]);
      await setUp();
      expect(await changes()).toHaveLength(1);
    });

    it('is part of the first response that devices load', async () => {
      const start = async () => {
        const [row] = await as<{ start: { encryption: unknown }; access: { encryption: unknown } }>(
          database,
          owner,
          `select public.app_start('blue_clover', 1, 1) as start, public.own_access() as access`,
        );
        return [row!.start.encryption, row!.access.encryption];
      };
      expect(await start()).toEqual([null, null]);
      const { keys } = await setUp();
      expect(await start()).toEqual([
        {
          state: 'turning_on',
          key_version: 1,
          public_key: keys.stored.publicKey,
          private_key: keys.stored.privateKey,
        },
        'turning_on',
      ]);
    });
  });

  describe('unlock methods', () => {
    it('are added, replaced and removed, and at least two remain', async () => {
      const { keys, methods } = await setUp();
      const passkey = await createMethod(keys, 'passkey');
      await add(passkey);
      expect(await remove(methods[0]!.id)).toBe(true);
      expect(await remove(methods[0]!.id)).toBe(false);
      expect(await refusalOf(remove(passkey.id))).toMatchObject({ code: 'P0001', hint: 'too_few' });
      const words = await createMethod(keys, 'words');
      await add(words, methods[1]!.id);
      expect(await methodsOf()).toEqual(expect.arrayContaining([passkey.id, words.id]));
      expect(await methodsOf()).toHaveLength(2);
    });

    it('are added once if the request is repeated', async () => {
      const { keys, methods } = await setUp();
      const passphrase = await createMethod(keys, 'passphrase');
      await add(passphrase, methods[0]!.id);
      await add(passphrase, methods[0]!.id);
      expect(await methodsOf()).toHaveLength(2);
    });

    it('include one set of recovery words, and at most 20 in total', async () => {
      const { keys } = await setUp();
      expect(await refusalOf(add(await createMethod(keys, 'words')))).toMatchObject({ code: '23505' });
      for (let count = 2; count < 20; count += 1) await add(await createMethod(keys, 'passphrase'));
      expect(await refusalOf(add(await createMethod(keys, 'passphrase')))).toMatchObject({ hint: 'limit' });
    });

    it('of another account cannot be removed, replaced or overwritten', async () => {
      const { methods } = await setUp();
      const other = await makeAccount(database);
      const foreign = await setUp(other);
      expect(await remove(methods[0]!.id, other)).toBe(false);
      await add(await createMethod(foreign.keys, 'passkey', other), methods[0]!.id, other);
      const same = { ...(await createMethod(foreign.keys, 'passkey', other)), id: methods[0]!.id };
      expect(await refusalOf(add(same, null, other))).toMatchObject({ code: '23505' });
      expect(await methodsOf()).toHaveLength(2);
    });

    it('of an outdated key are refused', async () => {
      const { keys } = await setUp();
      const outdated = { ...(await createMethod(keys, 'passkey')), key_version: 3 };
      expect(await refusalOf(add(outdated))).toMatchObject({ code: 'PT409', hint: 'key_changed' });
    });

    it('require encrypted history', async () => {
      const keys = await createKeys();
      expect(await refusalOf(add(await createMethod(keys, 'words')))).toMatchObject({
        code: 'PT409',
        hint: 'not_on',
      });
      expect(await refusalOf(remove(randomUUID()))).toMatchObject({ code: 'PT409', hint: 'not_on' });
    });

    it('remember when they were last used by their owner', async () => {
      const { methods } = await setUp();
      const used = () =>
        as<{ is_used: boolean }>(
          database,
          owner,
          `select last_used_at is not null as is_used from public.unlock_methods where id = $1`,
          [methods[0]!.id],
        );
      const use = (account: Account) =>
        as(database, account, `select public.use_unlock_method($1)`, [methods[0]!.id]);
      await use(await makeAccount(database));
      expect(await used()).toEqual([{ is_used: false }]);
      await use(owner);
      expect(await used()).toEqual([{ is_used: true }]);
    });
  });

  describe('turning it off', () => {
    const start = async (statement: string | null, account = owner) =>
      (
        await as<{ state: string | null }>(
          database,
          account,
          `select public.start_turning_off($1) as state`,
          [statement],
        )
      )[0]?.state;
    const statementsOf = async (account = owner) =>
      (
        await as<{ statement: string }>(
          database,
          account,
          `select statement from public.turn_off_statements order by created_at`,
        )
      ).map(({ statement }) => statement);
    const storedState = async () =>
      (await as(database, owner, `select state from public.account_encryption`))[0];

    it('requires a statement, which old clients do not have', async () => {
      await setUp();
      expect(await refusalOf(start(null))).toMatchObject({ code: 'PT409', hint: 'encryption_statement' });
      expect(await refusalOf(start('short'))).toMatchObject({ code: '23514' });
      expect(await storedState()).toEqual({ state: 'turning_on' });
      expect(await statementsOf()).toEqual([]);
    });

    it('keeps the statement when it is off, for its owner only', async () => {
      const { keys } = await setUp();
      const [statement = ''] = await createTurnOffStatements(keys.vault);
      expect(await start(statement)).toBe('turning_off');
      expect(await start(statement)).toBe('turning_off');
      await as(database, owner, `select public.finish_turning_off()`);
      expect(await storedState()).toBeUndefined();
      expect(await statementsOf()).toEqual([statement]);
      expect(await statementsOf(await makeAccount(database, { roles: ['admin'] }))).toEqual([]);
      // Ignored, because it is already off.
      expect(await start('A'.repeat(43))).toBeNull();
      expect(await statementsOf()).toEqual([statement]);
      await database.query(`delete from auth.users where id = $1`, [owner.id]);
      expect(
        await database.query(`select from public.turn_off_statements where user_id = $1`, [owner.id]),
      ).toEqual([]);
    });

    it('stores a limited number of statements', async () => {
      await setUp();
      for (let n = 0; n < 52; n += 1) await start(String(n).padStart(43, 'A'));
      const statements = await statementsOf();
      expect(statements).toHaveLength(50);
      expect(statements.at(-1)).toBe('51'.padStart(43, 'A'));
    });
  });

  it('is deleted with its account', async () => {
    await setUp();
    await database.query(`delete from auth.users where id = $1`, [owner.id]);
    const left = await database.query(
      `select user_id from public.account_encryption where user_id = $1
       union all select user_id from public.unlock_methods where user_id = $1`,
      [owner.id],
    );
    expect(left).toEqual([]);
  });

  it('keeps its account out of merges, because no one could read the moved texts', async () => {
    await setUp();
    const other = await makeAccount(database);
    const refusals = await database.query<{ code: string }>(
      `select private.merge_refusal($1, $2) ->> 'code' as code
       union all select private.merge_refusal($2, $1) ->> 'code'`,
      [owner.id, other.id],
    );
    expect(refusals).toEqual([{ code: 'encrypted' }, { code: 'encrypted' }]);
  });
});
