import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { serviceClaims, visitorClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';

/** Longer than one line of PostgreSQL's base64 output. */
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));

describeSchema('images', (open) => {
  let database: Database;
  let owner: Account;
  let other: Account;
  let chat: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    owner = await makeAccount(database);
    other = await makeAccount(database);
    chat = await makeChat(database, owner);
  });

  const store = async (account: Account, content = bytes.toString('base64')) => {
    const rows = await as<{ id: string }>(
      database,
      { claims: serviceClaims },
      `select public.store_message_image($1, 'image/png', $2) as id`,
      [account.id, content],
    );
    return rows[0]!.id;
  };
  const read = (caller: Pick<Account, 'claims'>, id: string) =>
    as<{ content_type: string; content: string }>(
      database,
      caller,
      'select * from public.read_message_image($1)',
      [id],
    );
  const linkOf = async (id: string) =>
    (
      await database.query<{ message_id: string | null }>(
        'select message_id from public.message_images where id = $1',
        [id],
      )
    )[0]?.message_id;
  const showing = (...ids: readonly string[]) =>
    ids.map((id) => `![A fox](/functions/v1/images/${id})`).join(' and ');

  describe('stored for a user', () => {
    it('are returned unchanged to their owner, and to no one else', async () => {
      const id = await store(owner);
      expect(await read(owner, id)).toEqual([
        { content_type: 'image/png', content: bytes.toString('base64') },
      ]);
      expect(await read(other, id)).toEqual([]);
      expect(await read(await makeAccount(database, { roles: ['admin'] }), id)).toEqual([]);
      expect((await refusalOf(read({ claims: visitorClaims }, id))).code).toBe('42501');
    });

    it('are hidden from a banned owner [ROLE-011]', async () => {
      const banned = await makeAccount(database, { roles: ['banned'] });
      expect(await read(banned, await store(banned))).toEqual([]);
    });

    it('are stored only by the service', async () => {
      const attempt = as(database, owner, `select public.store_message_image($1, 'image/png', 'aaaa')`, [
        owner.id,
      ]);
      expect((await refusalOf(attempt)).code).toBe('42501');
    });

    it('have at most 4 MiB and a known type', async () => {
      const large = Buffer.alloc(4_194_305).toString('base64');
      expect((await refusalOf(store(owner, large))).code).toBe('23514');
      const script = as(
        database,
        { claims: serviceClaims },
        `select public.store_message_image($1, $2, 'aaaa')`,
        [owner.id, 'image/svg+xml'],
      );
      expect((await refusalOf(script)).code).toBe('23514');
    });
  });

  describe('shown by a message', () => {
    it('belong to it and are deleted with it', async () => {
      const [first, second] = [await store(owner), await store(owner)];
      const message = await send(database, owner, chat, {
        role: 'assistant',
        content: showing(first, second, first, 'not-an-id'),
      });
      expect([await linkOf(first), await linkOf(second)]).toEqual([message, message]);
      await as(database, owner, 'delete from public.chat_messages where id = $1', [message]);
      expect([await linkOf(first), await linkOf(second)]).toEqual([undefined, undefined]);
    });

    it('are deleted with their chat', async () => {
      const id = await store(owner);
      const deleted = await makeChat(database, owner);
      await send(database, owner, deleted, { role: 'assistant', content: showing(id) });
      await as(database, owner, 'delete from public.chat_history where id = $1', [deleted]);
      expect(await linkOf(id)).toBeUndefined();
    });

    it('stay with the first message that shows them', async () => {
      const id = await store(owner);
      const first = await send(database, owner, chat, { role: 'assistant', content: showing(id) });
      await send(database, owner, chat, { role: 'assistant', content: showing(id) });
      expect(await linkOf(id)).toBe(first);
    });

    it("are not linked by another user's message, nor by a user message", async () => {
      const id = await store(other);
      await send(database, owner, chat, { role: 'assistant', content: showing(id) });
      expect(await linkOf(id)).toBeNull();
      const own = await store(owner);
      await send(database, owner, chat, { role: 'user', content: showing(own) });
      expect(await linkOf(own)).toBeNull();
    });

    it('may be missing', async () => {
      const message = await send(database, owner, chat, {
        role: 'assistant',
        content: showing(randomUUID()),
      });
      expect(message).toBeDefined();
    });
  });

  it('are purged after a day without a message', async () => {
    const [old, young, shown] = [await store(owner), await store(owner), await store(owner)];
    await send(database, owner, chat, { role: 'assistant', content: showing(shown) });
    await database.query(
      `update public.message_images set created_at = now() - interval '25 hours' where id = any ($1)`,
      [[old, shown]],
    );
    const [row] = await as<{ purged: number }>(
      database,
      { claims: serviceClaims },
      'select public.purge_images()::int as purged',
    );
    expect(row?.purged).toBe(1);
    expect(await linkOf(old)).toBeUndefined();
    expect(await linkOf(young)).toBeNull();
    expect(await linkOf(shown)).not.toBeNull();
    expect((await refusalOf(as(database, owner, 'select public.purge_images()'))).code).toBe('42501');
  });
});
