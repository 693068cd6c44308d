import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import type { ConversionService } from '../../src/shared/encrypted-history/conversion-service.ts';
import { convertHistory, UnreadableTexts } from '../../src/shared/encrypted-history/convert.ts';
import { createHistory, type HistoryState } from '../../src/shared/encrypted-history/history.ts';
import type { Row } from '../../src/shared/encrypted-history/rows.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { Vault } from '../../src/shared/vault/account-keys.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';
import { encryptAccount, envelope, setEncryption, startTurningOff } from './testing/encrypted-accounts.ts';

const canary = 'canary7f3a';

describeSchema('converting the existing history', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  /** Calls the service as the account's device does. After `calls` requests it fails, as if the page were closed. */
  const serviceOf = (account: Account, calls = Number.POSITIVE_INFINITY): ConversionService => {
    let left = calls;
    const count = () => {
      left -= 1;
      if (left < 0) throw new Error('closed');
    };
    const call: ConversionService['call'] = async (name, parameters) => {
      count();
      const names = Object.keys(parameters);
      const [row] = await as<{ result: unknown }>(
        database,
        account,
        `select public.${name}(${names.map((parameter, index) => `${parameter} => $${index + 1}`).join()}) as result`,
        Object.values(parameters),
      );
      return row?.result;
    };
    return {
      call,
      objects: { download: async () => null, upload: async () => {}, remove: async () => {} },
      readAll: (table) => as<Row>(database, account, `select * from public.${table}`),
      readSome: (table, after) =>
        as<Row>(
          database,
          account,
          `select * from public.${table} where $1::uuid is null or id > $1 order by id limit 2`,
          [after],
        ),
      replace: async (table, id, stored, converted) =>
        (await call('convert_row', { of_table: table, id, stored, converted })) === true
          ? 'replaced'
          : 'changed',
    };
  };
  const convert = async (account: Account, vault: Vault, state: HistoryState, calls?: number) => {
    const history = createHistory(vault, state);
    const progress: number[] = [];
    await convertHistory(
      history,
      serviceOf(account, calls),
      ({ done }) => progress.push(done),
      new AbortController().signal,
    );
    return { history, progress };
  };
  const stateOf = async ({ id }: Account) =>
    (
      await database.query<{ state: string }>(
        `select state from public.account_encryption where user_id = $1`,
        [id],
      )
    )[0]?.state;
  const leaks = async () => {
    const found: string[] = [];
    const tables = await database.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'private') and c.relkind = 'r'`,
    );
    for (const { name } of tables)
      if (
        (await database.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${canary}%`]))
          .length > 0
      )
        found.push(name);
    return found;
  };
  const texts = async (account: Account) => ({
    chats: await as(
      database,
      account,
      `select id, title, parameters, updated_at, has_code from public.chat_history order by created_at, id`,
    ),
    messages: await as(
      database,
      account,
      `select id, content, reasoning, parameters, content_format from public.chat_messages order by seq`,
    ),
    others: await Promise.all(
      [
        'personas',
        'saved_prompts',
        'projects',
        'memories',
        'project_files',
        'reply_passages',
        'shared_drafts',
        'account_instructions',
      ].map((table) =>
        as<Row>(
          database,
          account,
          `select to_jsonb(t) - 'revision' - 'updated_at' as row from public.${table} t order by to_jsonb(t) ->> 'id'`,
        ),
      ),
    ),
  });
  const makeHistory = async () => {
    const account = await makeAccount(database, { plan: 'professional' });
    for (let index = 0; index < 3; index += 1) {
      const chat = await makeChat(database, account, `Title ${canary} ${index}`);
      await as(database, account, `update public.chat_history set parameters = $2 where id = $1`, [
        chat,
        { instructions: `Be ${canary}` },
      ]);
      for (let message = 0; message < 20; message += 1)
        await send(database, account, chat, { content: `Text ${canary} 👋🏽 ${message}\n\`\`\`` });
      await as(database, account, `insert into public.shared_drafts (chat_id, text) values ($1, $2)`, [
        chat,
        `Draft ${canary}`,
      ]);
    }
    await as(
      database,
      account,
      `insert into public.personas (name, instructions, starters) values ($1, $1, array[$1, $1])`,
      [canary],
    );
    await as(database, account, `insert into public.saved_prompts (name, text) values ($1, $1)`, [canary]);
    await as(database, account, `insert into public.projects (name, instructions) values ($1, $1)`, [canary]);
    await as(database, account, `insert into public.memories (content) values ($1)`, [canary]);
    for (let file = 0; file < 3; file += 1)
      await as(
        database,
        account,
        `insert into public.project_files (project_id, name, media_type, size, text, characters)
         select id, $1, 'text/plain', 5, $1, 5 from public.projects`,
        [canary],
      );
    await as(
      database,
      account,
      `insert into public.reply_passages (id, message_id, passages)
       select gen_random_uuid(), id, $1 from public.chat_messages limit 3`,
      [canary],
    );
    await as(database, account, `select public.save_account_instructions($1, '', true)`, [canary]);
    return account;
  };

  it('leaves no plain text and no search index, even if it is interrupted, and restores everything when turned off', async () => {
    const account = await makeHistory();
    const before = await texts(account);
    expect((await leaks()).length).toBeGreaterThan(8);
    const vault = await encryptAccount(database, account.id, 'turning_on');
    for (const calls of [1, 2, 3, 4])
      await expect(convert(account, vault, 'turning_on', calls)).rejects.toThrow('closed');
    const { progress, history } = await convert(account, vault, 'turning_on');
    expect(progress.at(-1)).toBe(60);
    expect(await leaks()).toEqual([]);
    expect([await stateOf(account), history.state()]).toEqual(['on', 'on']);
    const during = await texts(account);
    expect(during.chats.map((chat) => (chat as Row)['updated_at'])).toEqual(
      before.chats.map((chat) => (chat as Row)['updated_at']),
    );
    expect(during.chats.every((chat) => (chat as Row)['has_code'] === false)).toBe(true);

    await startTurningOff(database, vault);
    await convert(account, vault, 'turning_off', 4).catch(() => {});
    await convert(account, vault, 'turning_off');
    expect(await texts(account)).toEqual(before);
    expect(await stateOf(account)).toBeUndefined();
    const found = await as(database, account, `select * from public.search_messages($1)`, [canary]);
    expect(found.length).toBeGreaterThan(3);
  });

  it('is not finished while plain text remains', async () => {
    const account = await makeHistory();
    await setEncryption(database, account, 'turning_on');
    const finish = async () =>
      (
        await as<{ result: { ok: boolean; remaining: string[] } }>(
          database,
          account,
          `select public.finish_turning_on() as result`,
        )
      )[0]?.result;
    expect(await finish()).toEqual({
      ok: false,
      remaining: [
        'chats',
        'messages',
        'shared_drafts',
        'account_instructions',
        'personas',
        'saved_prompts',
        'projects',
        'memories',
        'project_files',
        'reply_passages',
        'search',
      ],
    });
    expect(await stateOf(account)).toBe('turning_on');
  });

  it('includes a reply that was already running, and chats that the plan hides', async () => {
    const account = await makeAccount(database, { plan: 'starter' });
    const chat = await makeChat(database, account, canary);
    const question = await send(database, account, chat, { content: canary });
    const reply = randomUUID();
    await database.query(`select public.begin_completion($1, $2, reply_id => $3, question_id => $2)`, [
      account.id,
      question,
      reply,
    ]);
    const vault = await encryptAccount(database, account.id, 'turning_on');
    await database.query(
      `select public.finish_completion($1, $2, 'answered', reply_id => $3, reply_text => $4)`,
      [account.id, question, reply, `Reply ${canary}`],
    );
    await database.query(
      `update public.chat_history set updated_at = now() - interval '1 year' where id = $1`,
      [chat],
    );
    expect(await as(database, account, `select id from public.chat_history`)).toEqual([]);
    await convert(account, vault, 'turning_on');
    expect(await stateOf(account)).toBe('on');
    const plain = await database.query(
      `select 1 from public.chat_messages where chat_id = $1 and content like $2
       union all select 1 from public.chat_history where id = $1 and title like $2
       union all select 1 from private.message_vectors where chat_id = $1
       union all select 1 from private.title_vectors where chat_id = $1`,
      [chat, `%${canary}%`],
    );
    expect(plain).toEqual([]);
  });

  it('overwrites only what it has read, and no rows of other accounts', async () => {
    const account = await makeAccount(database, { plan: 'professional' });
    const chat = await makeChat(database, account);
    const message = await send(database, account, chat, { content: 'Twelve chars' });
    const other = await makeAccount(database, { plan: 'professional' });
    await setEncryption(database, account, 'turning_on');
    await setEncryption(database, other, 'turning_on');
    const row = { id: message, content: envelope(), reasoning: null, parameters: null, length: 12 };
    const convertRows = async (caller: Account, change: Row) =>
      (
        await as<{ count: number }>(database, caller, `select public.convert_messages($1) as count`, [
          [{ ...row, ...change }],
        ])
      )[0]?.count;
    expect(await convertRows(account, { length: 11 })).toBe(0);
    expect(await convertRows(other, {})).toBe(0);
    expect(await refusalOf(convertRows(account, { content: 'Still plain' }))).toMatchObject({
      code: '23514',
    });
    expect(await convertRows(await makeAccount(database), {}).catch(() => 'refused')).toBe('refused');
    await as(database, account, `select public.convert_chats($1)`, [
      [{ id: chat, title: envelope(), parameters: null, chat_key: envelope() }],
    ]);
    expect(await convertRows(account, {})).toBe(1);
    expect(await convertRows(account, {})).toBe(0);
  });

  it('waits for a message that is being stored, and does not block it', async () => {
    const account = await makeAccount(database, { plan: 'professional' });
    const chat = await makeChat(database, account);
    const message = await send(database, account, chat, { content: 'Twelve chars' });
    await setEncryption(database, account, 'turning_on');
    await as(database, account, `select public.convert_chats($1)`, [
      [{ id: chat, title: envelope(), parameters: null, chat_key: envelope() }],
    ]);
    const row = { id: message, content: envelope(), reasoning: null, parameters: null, length: 12 };
    let converting: Promise<unknown> = Promise.resolve();
    // Runs outside the transaction below, like a request of another device.
    const convertMessage = AsyncResource.bind(() =>
      as(database, account, `select public.convert_messages($1) as count`, [[row]]),
    );
    const readWaiting = AsyncResource.bind(() => database.query(`select from pg_locks where not granted`));
    await database.asCaller(account.claims, async (tx) => {
      // Sending a message begins with this lock.
      await tx.query(`select from public.chat_history where id = $1 for update`, [chat]);
      converting = convertMessage();
      // PGlite has one connection, so the other request hasn't reached it yet: there is no lock to wait for.
      await vi.waitUntil(async () => open.kind === 'pglite' || (await readWaiting()).length > 0);
      await tx.query(
        `insert into public.chat_messages (chat_id, role, content, content_format, parent_id)
         values ($1, 'user', $2, 'encrypted', $3)`,
        [chat, envelope(), message],
      );
    });
    expect(await converting).toEqual([{ count: 1 }]);
  });

  it('keeps texts that fail verification when it is turned off, and reports them', async () => {
    const account = await makeHistory();
    const vault = await encryptAccount(database, account.id, 'turning_on');
    await convert(account, vault, 'turning_on');
    const [damaged] = await database.query<{ id: string; content: string }>(
      `update public.chat_messages set content = $2
       where id = (select id from public.chat_messages where user_id = $1 order by seq limit 1) returning id, content`,
      [account.id, envelope()],
    );
    await startTurningOff(database, vault);
    await expect(convert(account, vault, 'turning_off')).rejects.toThrow(UnreadableTexts);
    expect(await stateOf(account)).toBe('turning_off');
    expect(
      await database.query(`select id, content from public.chat_messages where id = $1`, [damaged?.id]),
    ).toEqual([damaged]);
  });
});
