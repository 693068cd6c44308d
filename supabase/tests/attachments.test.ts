import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, send } from './testing/accounts.ts';
import { replyCalls } from './testing/replies.ts';

describeSchema("a message's attachments", (open) => {
  let database: Database;
  let user: Account;
  let chat: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'professional' });
    chat = await makeChat(database, user, 'Garden');
  });

  const attach = async (message: string, position: number, name: string, text: string | null) => {
    const path = `${user.id}/${randomUUID()}`;
    const type = text === null ? 'image/jpeg' : 'text/plain';
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata)
       values ('attachments', $1, jsonb_build_object('size', 5, 'mimetype', $2::text))`,
      [path, type],
    );
    await as(
      database,
      user,
      `insert into public.message_attachments
         (chat_id, message_id, position, kind, name, media_type, size, text, width, height, object_path)
       values ($1, $2, $3, $4, $5, $6, 5, $7, $8, $8, $9)`,
      [
        chat,
        message,
        position,
        text === null ? 'image' : 'document',
        name,
        type,
        text,
        text === null ? 40 : null,
        path,
      ],
    );
  };
  const search = async (query: string, account = user) =>
    (
      await as<{ message_id: string; excerpt: string }>(
        database,
        account,
        'select * from public.search_messages(query => $1)',
        [query],
      )
    ).map(({ message_id, excerpt }) => ({
      message_id,
      excerpt: excerpt.replaceAll('\u0002', '[').replaceAll('\u0003', ']'),
    }));

  it('are listed with it in order, documents with the length of their text', async () => {
    const id = await send(database, user, chat, { content: 'Compare them.' });
    await attach(id, 1, 'plan.txt', 'Sow in March.');
    await attach(id, 0, 'bed.jpg', null);
    await send(database, user, chat, { role: 'assistant', content: 'Yes.', parent: id });
    const rows = await as<{ attachments: unknown }>(
      database,
      user,
      'select attachments from public.list_branch($1)',
      [chat],
    );
    const common = { id: expect.any(String), size: 5, pages: null, object_path: expect.any(String) };
    expect(rows.map(({ attachments }) => attachments)).toEqual([
      [
        {
          ...common,
          kind: 'image',
          name: 'bed.jpg',
          media_type: 'image/jpeg',
          width: 40,
          height: 40,
          text_length: null,
        },
        {
          ...common,
          kind: 'document',
          name: 'plan.txt',
          media_type: 'text/plain',
          width: null,
          height: null,
          text_length: 13,
        },
      ],
      null,
    ]);
  });

  it('are found by their names and texts, by their owner only, and in forks', async () => {
    const id = await send(database, user, chat, { content: 'What does it say?' });
    await attach(id, 0, 'Quittung-Gewächshaus.pdf', 'Twelve panes of glass were delivered.');
    await attach(id, 1, 'long.txt', `${'word '.repeat(100_000)}the end`);
    expect(await search('panes glass')).toEqual([
      { message_id: id, excerpt: expect.stringContaining('[panes] of [glass]') },
    ]);
    expect(await search('gewächshaus')).toEqual([
      { message_id: id, excerpt: expect.stringContaining('[Gewächshaus]') },
    ]);
    const stranger = await makeAccount(database);
    expect(await search('panes glass', stranger)).toEqual([]);
    await as(database, user, 'select public.fork_chat($1, $2)', [id, randomUUID()]);
    expect(await search('panes glass')).toHaveLength(2);
  });

  it('replace a missing text: a message without text and attachments gets no reply, and nothing is reserved', async () => {
    const id = await send(database, user, chat, { content: '' });
    const beginDirect = async () =>
      (
        await as<{ answer: unknown }>(
          database,
          user,
          'select public.begin_reply($1, $2, null, $2) as answer',
          [randomUUID(), id],
        )
      )[0]?.answer;
    const { begin, spent } = replyCalls(database);
    const beginByGateway = () => begin(user, { question: id, reply: randomUUID() });
    const refusal = {
      ok: false,
      code: 'bad_request',
      message: 'The message is empty. Write something or attach a file.',
    };
    expect([await beginByGateway(), await beginDirect()]).toEqual([refusal, refusal]);
    expect(await database.query('select from private.reply_progress where user_id = $1', [user.id])).toEqual(
      [],
    );
    expect(await spent(user)).toMatchObject({ requests: 0, inFlight: 0 });
    await attach(id, 0, 'bed.jpg', null);
    expect(await beginByGateway()).toMatchObject({ ok: true });
    expect(await beginDirect()).toMatchObject({ ok: true });
  });
});
