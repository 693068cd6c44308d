import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { messageRow } from '../../src/shared/chats/stored-chat.ts';
import { quickActionReplySchemas, type QuickActionName } from '../../src/shared/quick-actions/contract.ts';
import { makePerson, type Person } from './testing/function-callers.ts';

describeSchema('quick actions whose result becomes a message', (open) => {
  let vendor: FakeVendor;
  let database: OpenedDatabase;
  let service: RunningTestService;
  let person: Person;
  beforeAll(async () => {
    vendor = await startVendor();
    database = await open({ migrated: true });
    service = await startTestService(database);
    person = await makePerson(service, service.url);
    await database.query(`update public.api_vendors set endpoint_url = $1 where name = 'ollama'`, [
      vendor.endpoints.ollama,
    ]);
  });
  afterEach(() => vendor.reset());
  afterAll(async () => {
    await Promise.all([service.close(), vendor.close()]);
  });

  const activate = async (name: string) => {
    await database.query(`update public.api_vendors set is_active = false where is_active`);
    await database.query(`update public.api_vendors set is_active = true where name = $1`, [name]);
  };
  /** Stores a question and calls the action for it, like the app. */
  const run = async (
    name: QuickActionName,
    body: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ) => {
    const [chat, question, reply] = [randomUUID(), randomUUID(), randomUUID()];
    await person.client.from('chat_history').insert({ id: chat, user_id: person.id, title: 'A chat' });
    const message = { id: question, chat_id: chat, user_id: person.id, role: 'user', content: 'A question' };
    await person.client.from('chat_messages').insert(message);
    const called = person.client.functions.invoke<Readonly<Record<string, unknown>>>(name, {
      body,
      headers: {
        'x-clover-message-id': question,
        'x-clover-question-id': question,
        'x-clover-reply-id': reply,
      },
      ...(signal && { signal }),
    });
    return { called, question, reply };
  };
  const stored = async (reply: string) =>
    (await person.client.from('chat_messages').select('*').eq('id', reply)).data?.[0] as
      | { readonly content: string; readonly status: string }
      | undefined;

  it('are stored as the message that they return', async () => {
    await activate('ollama');
    vendor.script({ kind: 'reply', text: 'The summary.' });
    const { called, question, reply } = await run('text-summarization', { text: 'A long text' });
    const { data } = await called;
    const result = quickActionReplySchemas['text-summarization'].parse(data);
    expect(result.summary).toBe('The summary.');
    expect(messageRow.parse(result.message)).toMatchObject({
      id: reply,
      parent_id: question,
      content: 'The summary.',
      status: 'complete',
      vendor_id: 'ollama',
    });
    expect(await stored(reply)).toMatchObject({ content: 'The summary.' });
  });

  it('note at the end of a text that it was cut', async () => {
    await activate('ollama');
    vendor.script({ kind: 'reply', text: 'Half an analysis', finishReason: 'length' });
    const { called, reply } = await run('data-analysis', { data: '1,2,3' });
    const { data } = await called;
    const text = 'Half an analysis\n\n*The answer reached its maximum length and ends here.*';
    expect(data).toMatchObject({ analysis: text, message: { content: text, status: 'complete' } });
    expect(await stored(reply)).toMatchObject({ content: text });
  });

  it('show a created image, which belongs to the message', async () => {
    await activate('demo');
    const { called, reply } = await run('image-generation', { prompt: 'A [red] fox' });
    const { data } = await called;
    const result = quickActionReplySchemas['image-generation'].parse(data);
    const id = result.imageUrl.split('/').at(-1);
    expect(await stored(reply)).toMatchObject({
      content: `![A (red) fox](/functions/v1/images/${id})`,
      status: 'complete',
    });
    expect(await database.query(`select message_id from public.message_images where id = $1`, [id])).toEqual([
      { message_id: reply },
    ]);
  });

  it('are stored although their caller has disconnected', async () => {
    await activate('ollama');
    const end = Promise.withResolvers<void>();
    vendor.script({ kind: 'pace', text: 'Good advice.', end: end.promise });
    const leaving = new AbortController();
    const { called, reply } = await run('advice-generation', { question: 'What now?' }, leaving.signal);
    const left = called.catch(() => undefined);
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(1));
    leaving.abort();
    await left;
    end.resolve();
    await vi.waitFor(async () => expect(await stored(reply)).toMatchObject({ content: 'Good advice.' }), {
      timeout: 5000,
    });
  });

  it('store nothing and refund the message if the vendor fails', async () => {
    await activate('ollama');
    vendor.script({ kind: 'status', status: 403 });
    const { called, question, reply } = await run('code-assistance', { code: 'let x' });
    const { error } = await called;
    expect(await (error as { context: Response }).context.json()).toMatchObject({
      success: false,
      code: 'authentication',
    });
    expect(await stored(reply)).toBeUndefined();
    expect(
      await database.query(`select state, in_flight from public.message_reservations where message_id = $1`, [
        question,
      ]),
    ).toEqual([{ state: 'refunded', in_flight: 0 }]);
    expect(await database.query(`select from public.running_replies`)).toEqual([]);
  });
});
