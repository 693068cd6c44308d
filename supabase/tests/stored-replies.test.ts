import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { messageRow } from '../../src/shared/chats/stored-chat.ts';
import type { CompletionRequest, Delta } from '../../src/shared/completion/completion.ts';
import {
  completeThroughGateway,
  resumeThroughGateway,
  stopThroughGateway,
} from '../../src/shared/providers/gateway.ts';
import { signIn, type SignedIn } from './testing/callers.ts';

describeSchema('a reply that the gateway writes', (open) => {
  let vendor: FakeVendor;
  let database: OpenedDatabase;
  /** The two processes share one database. */
  let service: RunningTestService;
  let second: RunningTestService;
  let user: SignedIn;
  beforeAll(async () => {
    vendor = await startVendor();
    database = await open({ migrated: true });
    service = await startTestService(database);
    second = await startTestService(database);
    await database.query(`update public.api_vendors set is_active = false where is_active`);
    await database.query(
      `update public.api_vendors set is_active = true, endpoint_url = $1 where name = 'ollama'`,
      [vendor.endpoints.ollama],
    );
    user = await signIn(service, { plan: 'professional' });
  });
  afterEach(() => vendor.reset());
  afterAll(async () => {
    await Promise.all([service.close(), second.close(), vendor.close()]);
  });

  const at = ({ url }: RunningTestService, { token } = user) => ({ url, key: 'sb_publishable_test', token });
  /** Stores a chat with a question, and returns the ids for requesting its reply. */
  const askInChat = async (text = 'Hello there') => {
    const [chatId, questionId, replyId] = [randomUUID(), randomUUID(), randomUUID()];
    await database.query(`insert into public.chat_history (id, user_id, title) values ($1, $2, 'A chat')`, [
      chatId,
      user.id,
    ]);
    await database.query(
      `insert into public.chat_messages (id, chat_id, user_id, role, content) values ($1, $2, $3, 'user', $4)`,
      [questionId, chatId, user.id, text],
    );
    const request: CompletionRequest = {
      messageId: questionId,
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: text }],
      reply: { replyId, questionId },
    };
    return { chatId, questionId, replyId, request };
  };
  /** Requests a reply, and appends the received text to `seen`. */
  const watch = (
    start: (options: {
      signal: AbortSignal;
      fetch: typeof fetch;
      onDelta: (delta: Delta) => void;
    }) => ReturnType<typeof completeThroughGateway>,
  ) => {
    const controller = new AbortController();
    const watched = {
      seen: '',
      thought: '',
      leave: () => controller.abort(),
      done: Promise.resolve<unknown>(null),
    };
    watched.done = start({
      signal: controller.signal,
      fetch,
      onDelta: ({ text, reasoning = '' }) => {
        watched.seen += text;
        watched.thought += reasoning;
      },
    }).catch((error: unknown) => ({ error }));
    return watched;
  };
  const complete = (request: CompletionRequest, where = service) =>
    watch((options) => completeThroughGateway(at(where), request, options));
  const resume = (replyId: string, from: number, where = service, who = user, reasoningFrom = 0) =>
    watch((options) => resumeThroughGateway(at(where, who), { replyId, from, reasoningFrom }, options));
  const stored = async (replyId: string) =>
    (
      await database.query<{ content: string; status: string }>(
        `select content, status from public.chat_messages where id = $1`,
        [replyId],
      )
    )[0];
  const spent = async () =>
    (
      await database.query(
        `select coalesce(sum(requests), 0)::integer as requests,
           (select coalesce(sum(in_flight), 0)::integer from public.message_reservations where user_id = $1) as running
         from public.message_usage where user_id = $1`,
        [user.id],
      )
    )[0] as { requests: number; running: number };

  it('arrives with its stored row, and every row has the form that the app expects', async () => {
    const { replyId, questionId, request } = await askInChat('Grüße 👋🏽');
    const before = await spent();
    const { done } = complete(request);
    const result = (await done) as { text: string; stored: unknown };
    expect(result.text).toBe('You said: Grüße 👋🏽');
    expect(messageRow.parse(result.stored)).toMatchObject({
      id: replyId,
      parent_id: questionId,
      content: result.text,
      status: 'complete',
      model_id: 'gpt-4o-mini',
      vendor_id: 'ollama',
    });
    expect(await spent()).toEqual({ requests: before.requests + 1, running: 0 });
    // A response without streaming contains the row too.
    const again = await askInChat();
    expect(await complete({ ...again.request, stream: false }).done).toMatchObject({
      text: 'You said: Hello there',
      stored: { id: again.replyId, content: 'You said: Hello there' },
    });
  });

  it('names the instructions that were sent with it, and unknown ones are refused', async () => {
    const { replyId, questionId, request } = await askInChat();
    const reply = { replyId, questionId, instructions: ['account'] as const };
    expect(await complete({ ...request, reply }).done).toMatchObject({
      stored: {
        id: replyId,
        usage: { instructions: ['account'], prompt_tokens: expect.any(Number) as number },
      },
    });
    const other = await askInChat();
    const unknown = { ...other.request.reply!, instructions: ['account', 'other'] as never };
    expect(await complete({ ...other.request, reply: unknown }).done).toMatchObject({
      error: { message: expect.stringContaining('x-clover-instructions') as string },
    });
  });

  it('with reasoning is resumed from both positions, in any process, and stored with both', async () => {
    const { replyId, request } = await askInChat();
    const [reasoning, text] = ['First I think about it.', 'Then I answer.'];
    const end = Promise.withResolvers<void>();
    vendor.script({ kind: 'pace', reasoning, text, end: end.promise });
    const first = complete(request);
    await vi.waitFor(() => expect(first.seen).toBe(text));
    expect(first.thought).toBe(reasoning);
    const [here, there] = [service, second].map((where) => resume(replyId, 5, where, user, 6));
    await vi.waitFor(() => expect(there!.thought).not.toBe(''), { timeout: 5000 });
    end.resolve();
    for (const watched of [first, here!, there!])
      expect(await watched.done).toMatchObject({ stored: { id: replyId, content: text } });
    for (const { seen, thought } of [here!, there!])
      expect([seen, thought]).toEqual([text.slice(5), reasoning.slice(6)]);
    const [row] = await database.query<{ reasoning: string; reasoning_ms: number }>(
      `select reasoning, reasoning_ms from public.chat_messages where id = $1`,
      [replyId],
    );
    expect(row?.reasoning).toBe(reasoning);
    expect(row?.reasoning_ms).toBeGreaterThan(0);
    // Resumes from any position, after the reply has ended.
    const late = resume(replyId, 0, second, user, 10);
    await late.done;
    expect([late.seen, late.thought]).toEqual([text, reasoning.slice(10)]);
  });

  it('with reasoning but no text is stored with the reason', async () => {
    const { replyId, request } = await askInChat();
    vendor.script({ kind: 'reply', reasoning: 'Hm.', text: '', finishReason: 'length' });
    expect(await complete(request).done).toMatchObject({
      stored: { id: replyId, content: '', status: 'interrupted' },
      failure: { code: 'no_answer' },
    });
  });

  it('continues without its client, and the vendor is called once', async () => {
    const { replyId, request } = await askInChat('one two three four five six');
    const end = Promise.withResolvers<void>();
    vendor.script({ kind: 'pace', between: 150, end: end.promise });
    const first = complete(request);
    await vi.waitFor(() => expect(first.seen).not.toBe(''));
    first.leave();
    expect(await first.done).toMatchObject({ error: { code: 'aborted' } });
    expect(await complete(request).done).toMatchObject({ error: { code: 'reply_exists', status: 409 } });
    // Resumes exactly where the first connection ended, in this process and in another one.
    const from = first.seen.length;
    const [here, there, late] = [
      resume(replyId, from),
      resume(replyId, from, second),
      resume(replyId, 100_000),
    ];
    await vi.waitFor(() => expect(there.seen).not.toBe(''), { timeout: 5000 });
    end.resolve();
    const whole = 'You said: one two three four five six';
    for (const { done } of [here, there])
      expect(await done).toMatchObject({ text: whole.slice(from), stored: { id: replyId, content: whole } });
    expect(await late.done).toMatchObject({ text: '', stored: { id: replyId } });
    expect(vendor.requests).toHaveLength(1);
    // Resumes from any position, after the reply has ended.
    expect(await resume(replyId, 4).done).toMatchObject({ text: whole.slice(4), stored: { content: whole } });
  });

  it('is stopped from another process within a second, with its text', async () => {
    for (const where of [service, second]) {
      const { replyId, request } = await askInChat();
      vendor.script({ kind: 'stall', after: 2 });
      const { done } = complete(request);
      await vi.waitFor(() => expect(vendor.requests).toHaveLength(1));
      const stop = () =>
        stopThroughGateway(at(where), replyId, { signal: new AbortController().signal, fetch });
      await vi.waitFor(
        async () =>
          expect(
            await database.query(`select from private.reply_pieces where reply_id = $1`, [replyId]),
          ).not.toEqual([]),
        { timeout: 5000 },
      );
      await Promise.all([stop(), stop()]);
      const result = await done;
      expect(result).toMatchObject({
        text: 'You said:',
        stored: { status: 'stopped', content: 'You said:' },
      });
      expect(result).not.toHaveProperty('failure');
      expect(await vendor.requests[0]?.ended).toBe('left');
      await stop();
      vendor.reset();
    }
  });

  it('is refused to everyone else, both running and stored', async () => {
    const other = await signIn(service);
    const { replyId, request } = await askInChat();
    vendor.script({ kind: 'stall', after: 2 });
    const running = complete(request);
    await vi.waitFor(() => expect(running.seen).not.toBe(''));
    const notFound = { error: { code: 'not_found', status: 404 } };
    expect(await resume(replyId, 0, service, other).done).toMatchObject(notFound);
    await stopThroughGateway(at(service, other), replyId, { signal: new AbortController().signal, fetch });
    expect(await stored(replyId)).toBeUndefined();
    await stopThroughGateway(at(service), replyId, { signal: new AbortController().signal, fetch });
    await running.done;
    expect(await resume(replyId, 0, service, other).done).toMatchObject(notFound);
    expect(await resume(randomUUID(), 0).done).toMatchObject(notFound);
    const response = await fetch(`${service.url}/functions/v1/chat/replies/${replyId}?from=-1`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(response.status).toBe(400);
  });

  it('is stored as interrupted if the vendor fails midway, with the reason, and refunded if it fails before', async () => {
    const midway = await askInChat();
    vendor.script({ kind: 'error-event', after: 2, error: { message: 'overloaded', code: 503 } });
    expect(await complete(midway.request).done).toMatchObject({
      text: 'You said:',
      stored: { status: 'interrupted' },
      failure: { code: 'api', message: 'API error (503): overloaded' },
    });
    const before = await askInChat();
    vendor.script({ kind: 'status', status: 403 });
    expect(await complete(before.request).done).toMatchObject({
      error: { code: 'authentication', status: 502 },
    });
    expect(await stored(before.replyId)).toBeUndefined();
    expect(await database.query(`select from public.running_replies`)).toEqual([]);
    expect((await spent()).running).toBe(0);
  });

  it('continues a cut reply, and positions include its text', async () => {
    const { replyId: cut, questionId, request } = await askInChat();
    vendor.script({ kind: 'reply', text: 'One, ', finishReason: 'length' });
    expect(await complete(request).done).toMatchObject({ stored: { status: 'length', content: 'One, ' } });
    vendor.script({ kind: 'reply', text: 'two.' });
    const replyId = randomUUID();
    const again = { ...request, messageId: randomUUID(), reply: { replyId, questionId, continues: cut } };
    expect(await complete(again).done).toMatchObject({ text: 'two.', stored: { content: 'One, two.' } });
    expect(await resume(replyId, 3).done).toMatchObject({ text: ', two.' });
  });

  it('ends at the vendor when its chat is deleted', async () => {
    const { chatId, replyId, request } = await askInChat();
    vendor.script({ kind: 'stall', after: 2 });
    const running = complete(request);
    await vi.waitFor(() => expect(running.seen).not.toBe(''));
    await database.query(`delete from public.chat_history where id = $1`, [chatId]);
    expect(await running.done).toMatchObject({ error: { code: 'aborted' } });
    expect(await vendor.requests[0]?.ended).toBe('left');
    expect(await stored(replyId)).toBeUndefined();
    expect((await spent()).running).toBe(0);
  });

  it('is visible to its owner through supabase-js while it runs', async () => {
    const { chatId, questionId, replyId, request } = await askInChat();
    vendor.script({ kind: 'stall', after: 2 });
    const running = complete(request);
    await vi.waitFor(() => expect(running.seen).not.toBe(''));
    const read = async (who: SignedIn) =>
      (
        await fetch(`${service.url}/rest/v1/running_replies?select=id,chat_id,question_id`, {
          headers: { apikey: 'sb_publishable_test', authorization: `Bearer ${who.token}` },
        })
      ).json() as Promise<unknown>;
    expect(await read(user)).toEqual([{ id: replyId, chat_id: chatId, question_id: questionId }]);
    expect(await read(await signIn(service))).toEqual([]);
    await stopThroughGateway(at(service), replyId, { signal: new AbortController().signal, fetch });
    await running.done;
    expect(await read(user)).toEqual([]);
  });
});
