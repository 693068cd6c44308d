import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import { completeThroughGateway, resumeThroughGateway } from '../shared/providers/gateway.ts';
import type { HostMessage } from './host-link.ts';

const main = new URL('main.ts', import.meta.url);

/** The service in a separate process, like `npm start`. */
interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
}

async function startProcess(dataDir: string): Promise<Running> {
  const child = fork(main, [], {
    env: { ...process.env, PORT: '0', CLOVER_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ready = Promise.withResolvers<Running>();
  child.on('message', (message: HostMessage) => {
    if (message.type === 'ready') ready.resolve({ child, url: message.url, key: message.publishableKey });
    else if (message.type === 'failed') ready.reject(new Error(message.message));
  });
  child.once('exit', (code) => ready.reject(new Error(`the service ended with ${code}`)));
  return ready.promise;
}

async function end({ child }: Running, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

describe('replies of a service whose process ends', () => {
  let vendor: FakeVendor;
  let dataDir: string;
  let service: Running;
  let admin: SupabaseClient;
  const email = 'ada@example.com';
  const password = 'a good long password';
  let userId: string;

  const open = async () => {
    service = await startProcess(dataDir);
    const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
      secretKey: string;
    };
    admin = createClient(service.url, secrets.secretKey, { auth: { persistSession: false } });
  };
  const must = <Data>({ data, error }: { data: Data; error: unknown }): NonNullable<Data> => {
    expect(error).toBeNull();
    return data as NonNullable<Data>;
  };

  beforeAll(async () => {
    vendor = await startVendor();
    dataDir = await mkdtemp(join(tmpdir(), 'clover-replies-'));
    await open();
    const created = await admin.auth.admin.createUser({ email, password, email_confirm: true });
    userId = created.data.user?.id ?? '';
    const subscription = { user_id: userId, plan: 'professional', source: 'admin' };
    must(await admin.from('subscriptions').insert(subscription).select());
    must(await admin.from('api_vendors').update({ is_active: false }).eq('is_active', true).select());
    const endpoint = { is_active: true, endpoint_url: vendor.endpoints.ollama };
    must(await admin.from('api_vendors').update(endpoint).eq('name', 'ollama').select());
  }, 120_000);
  afterEach(() => vendor.reset());
  afterAll(async () => {
    await end(service, 'SIGKILL');
    await vendor.close();
    await rm(dataDir, { recursive: true });
  });

  const signIn = async () => {
    const client = createClient(service.url, service.key, { auth: { persistSession: false } });
    const { data } = await client.auth.signInWithPassword({ email, password });
    return { client, token: data.session?.access_token ?? '' };
  };
  const ask = async () => {
    const { client, token } = await signIn();
    const [chat, question, replyId] = [randomUUID(), randomUUID(), randomUUID()];
    must(await client.from('chat_history').insert({ id: chat, user_id: userId, title: 'A chat' }).select());
    must(
      await client
        .from('chat_messages')
        .insert({ id: question, chat_id: chat, user_id: userId, role: 'user', content: 'Hello' })
        .select(),
    );
    const leaving = new AbortController();
    let seen = '';
    const done: Promise<unknown> = completeThroughGateway(
      { url: service.url, key: service.key, token },
      {
        messageId: question,
        model: 'a-model',
        messages: [{ role: 'user', content: 'Hello' }],
        reply: { replyId, questionId: question },
      },
      {
        signal: leaving.signal,
        fetch,
        onDelta: (delta) => {
          seen += delta.text;
        },
      },
    ).catch((error: unknown) => error);
    return { replyId, question, done, seen: () => seen, leave: () => leaving.abort() };
  };
  const stored = async (replyId: string) =>
    must(await admin.from('chat_messages').select('content,status').eq('id', replyId))[0] as
      | { readonly content: string; readonly status: string }
      | undefined;
  const requests = async () =>
    must(await admin.from('message_usage').select('requests').eq('user_id', userId)).reduce(
      (sum, row) => sum + Number(row.requests),
      0,
    );
  const reservation = async (question: string) =>
    must(await admin.from('message_reservations').select('state,in_flight').eq('message_id', question))[0];
  const running = async () => must(await admin.from('running_replies').select('id'));
  const pieces = async (replyId: string) => {
    const { client } = await signIn();
    const reply = must(await client.rpc('read_reply', { reply_id: replyId })) as {
      pieces?: { text: string }[];
    };
    return (reply.pieces ?? []).map(({ text }) => text);
  };
  const text = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');

  it(
    'are stored as interrupted after kill -9, with their text, and counted once',
    { timeout: 120_000 },
    async () => {
      vendor.script({ kind: 'pace', between: 20, text });
      const turn = await ask();
      // Waits for two checkpoints, so that the second one appends to stored text.
      await vi.waitFor(async () => expect((await pieces(turn.replyId)).length).toBeGreaterThan(1), {
        timeout: 10_000,
      });
      const saved = (await pieces(turn.replyId)).join('');
      await end(service, 'SIGKILL');
      await open();
      const { status, content } = (await stored(turn.replyId)) ?? { status: 'none', content: '' };
      expect(status).toBe('interrupted');
      expect(text.startsWith(content)).toBe(true);
      expect(content.startsWith(saved)).toBe(true);
      expect(await running()).toEqual([]);
      expect(await requests()).toBe(1);
      expect(await reservation(turn.question)).toEqual({ state: 'answered', in_flight: 0 });
      // The open page resumes from its position, and the vendor is not called again.
      const { token } = await signIn();
      const rest = await resumeThroughGateway(
        { url: service.url, key: service.key, token },
        { replyId: turn.replyId, from: 3, reasoningFrom: 0 },
        { signal: new AbortController().signal, fetch, onDelta: () => {} },
      );
      expect(rest).toMatchObject({
        text: content.slice(3),
        stored: { id: turn.replyId },
      });
      expect(vendor.requests).toHaveLength(1);
    },
  );

  it('are refunded after kill -9 before their first text', { timeout: 120_000 }, async () => {
    vendor.script({ kind: 'black-hole' });
    const before = await requests();
    const { replyId, question } = await ask();
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(1), { timeout: 10_000 });
    await end(service, 'SIGKILL');
    await open();
    expect(await stored(replyId)).toBeUndefined();
    expect(await running()).toEqual([]);
    expect(await requests()).toBe(before);
    expect(await reservation(question)).toEqual({ state: 'refunded', in_flight: 0 });
  });

  it(
    'are complete if they end soon after SIGTERM, although their client has disconnected',
    { timeout: 120_000 },
    async () => {
      vendor.script({ kind: 'pace', between: 100, text: 'one two three four five six seven eight nine ten' });
      const turn = await ask();
      await vi.waitFor(() => expect(turn.seen()).not.toBe(''), { timeout: 10_000 });
      turn.leave();
      await end(service, 'SIGTERM');
      await open();
      expect(await stored(turn.replyId)).toEqual({
        status: 'complete',
        content: 'one two three four five six seven eight nine ten',
      });
    },
  );

  it(
    'are stored as interrupted nine seconds after SIGTERM, with their whole text',
    { timeout: 120_000 },
    async () => {
      vendor.script({ kind: 'stall', after: 2 });
      const turn = await ask();
      await vi.waitFor(() => expect(turn.seen()).toBe('You said:'), { timeout: 10_000 });
      await end(service, 'SIGTERM');
      // The client received the stored text before its connection ended.
      expect(await turn.done).toMatchObject({ text: 'You said:', stored: { status: 'interrupted' } });
      await open();
      expect(await stored(turn.replyId)).toEqual({ status: 'interrupted', content: 'You said:' });
    },
  );
});
