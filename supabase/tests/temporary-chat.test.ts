import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { dumpTables, makeCanary, searchPieces } from '../../src/service/testing/canary.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { signIn } from './testing/callers.ts';

/** A temporary chat only sends a completion request with a new id. */
describeSchema('a temporary chat', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  const logged: string[] = [];

  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database, (event, fields) =>
      logged.push(JSON.stringify({ event, ...fields })),
    );
  }, 60_000);
  afterAll(() => service.close());

  it('is counted, and its text is in no table and no log line', async () => {
    const person = await signIn(service);
    const secret = makeCanary('temporary');
    const messageId = randomUUID();
    const messages = [
      { role: 'system', content: `Prompt ${secret}` },
      { role: 'user', content: `Question ${secret}` },
    ];
    const answer = await fetch(`${service.url}/functions/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        'x-clover-message-id': messageId,
      },
      body: JSON.stringify({ model: 'demo', messages, max_tokens: 1_000, stream: true }),
    });
    expect(answer.status).toBe(200);
    // The demo vendor repeats the question, so this also covers the reply.
    const deltas = (await answer.text()).matchAll(/"content":("(?:[^"\\]|\\.)*")/g);
    expect([...deltas].map(([, text]) => JSON.parse(text ?? '""') as string).join('')).toContain(secret);

    // The reservation is settled after the last delta was sent.
    const reservationState = () =>
      database.query<{ state: string }>(
        `select state from public.message_reservations where message_id = $1`,
        [messageId],
      );
    await expect.poll(reservationState).toEqual([{ state: 'answered' }]);
    const tables = await dumpTables(database);
    expect(tables.length).toBeGreaterThan(20);
    expect(searchPieces([...tables, ['log', logged.join('\n')]], [secret]).found).toEqual([]);

    // The same search finds a stored message, which proves that it looks in the right places.
    const chat = randomUUID();
    await database.query(`insert into public.chat_history (id, user_id, title) values ($1, $2, 'Stored')`, [
      chat,
      person.id,
    ]);
    await database.query(
      `insert into public.chat_messages (chat_id, user_id, role, content, origin) values ($1, $2, 'user', $3, 'import')`,
      [chat, person.id, secret],
    );
    expect(searchPieces(await dumpTables(database), [secret]).found.join()).toContain('chat_messages');
  });
});
