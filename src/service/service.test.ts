import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import { describeDatabases } from './testing/databases.ts';
import { startTestService, type RunningTestService } from './testing/running-service.ts';

const starterModel = 'cognitivecomputations/dolphin-mixtral-8x22b';

interface Device {
  readonly client: SupabaseClient;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

/** Everything except the vendor is real: HTTP server, auth, REST, functions, database. */
describeDatabases('the complete service', (open) => {
  let service: RunningTestService;
  let vendor: FakeVendor;
  const logged: string[] = [];

  beforeAll(async () => {
    vendor = await startVendor();
    service = await startTestService(await open({ migrated: true }), (event, fields) =>
      logged.push(JSON.stringify({ event, ...fields })),
    );
    const { data } = await service.admin
      .from('api_vendors')
      .update({ endpoint_url: vendor.endpoints.ollama })
      .eq('name', 'ollama')
      .select('id')
      .single();
    await service.admin.from('api_vendors').update({ is_active: false }).eq('is_active', true);
    const { error } = await service.admin.from('api_vendors').update({ is_active: true }).eq('id', data?.id);
    if (error) throw error;
  });
  afterAll(async () => {
    await service.close();
    await vendor.close();
  });
  beforeEach(() => vendor.reset());

  async function signUp(): Promise<Device> {
    const client = service.client();
    const email = `${randomUUID()}@example.com`;
    const password = 'a good long password';
    const { data, error } = await client.auth.signUp({ email, password });
    expect(error).toBeNull();
    return { client, userId: data.user!.id, email, password };
  }

  async function send(
    device: Device,
    content: string,
  ): Promise<{ chatId: string; messageId: string; refusal: string | null }> {
    const [chatId, messageId] = [randomUUID(), randomUUID()];
    const { userId } = device;
    const chat = await device.client
      .from('chat_history')
      .insert({ id: chatId, user_id: userId, title: 'A chat', project_id: 'blue_clover' });
    const message = await device.client
      .from('chat_messages')
      .insert({ id: messageId, chat_id: chatId, user_id: userId, role: 'user', content });
    return { chatId, messageId, refusal: chat.error?.message ?? message.error?.message ?? null };
  }

  async function completions(device: Device, messageId: string): Promise<OpenAI> {
    const { data } = await device.client.auth.getSession();
    return new OpenAI({
      baseURL: `${service.url}/functions/v1`,
      apiKey: data.session!.access_token,
      maxRetries: 0,
      defaultHeaders: { 'x-clover-message-id': messageId },
    });
  }

  it('sends a message to the vendor and returns its reply to the official client, complete and streamed', async () => {
    const device = await signUp();
    const { messageId, chatId, refusal } = await send(device, 'What is a clover?');
    expect(refusal).toBeNull();
    const client = await completions(device, messageId);
    const messages = [{ role: 'user' as const, content: 'What is a clover?' }];
    vendor.script(
      { kind: 'reply', text: 'A small **plant**.' },
      { kind: 'reply', text: 'Still a small **plant**.' },
    );

    const whole = await client.chat.completions.create({ model: starterModel, messages });
    expect(whole.choices[0]?.message.content).toBe('A small **plant**.');

    let streamed = '';
    for await (const chunk of await client.chat.completions.create({
      model: starterModel,
      messages,
      stream: true,
    }))
      streamed += chunk.choices[0]?.delta.content ?? '';
    expect(streamed).toBe('Still a small **plant**.');
    expect(vendor.requests).toHaveLength(2);

    const reply = {
      id: randomUUID(),
      chat_id: chatId,
      user_id: device.userId,
      role: 'assistant',
      content: streamed,
    };
    expect((await device.client.from('chat_messages').insert(reply)).error).toBeNull();
    const { data: stored } = await device.client
      .from('chat_messages')
      .select('role, content')
      .eq('chat_id', chatId)
      .order('created_at')
      .order('seq');
    expect(stored).toEqual([
      { role: 'user', content: 'What is a clover?' },
      { role: 'assistant', content: 'Still a small **plant**.' },
    ]);
  });

  it("accepts exactly three of a Starter user's 30 parallel messages and explains why it refuses the others [ROLE-013, ROLE-020]", async () => {
    const device = await signUp();
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, index) => send(device, `message ${index}`)),
    );
    expect(sent.filter(({ refusal }) => refusal === null)).toHaveLength(3);
    expect(new Set(sent.flatMap(({ refusal }) => refusal ?? []))).toEqual(
      new Set(['You have used your 3 messages for today. Upgrade to Professional for unlimited messages.']),
    );
  });

  it('refunds a message once if nothing was delivered', async () => {
    const device = await signUp();
    const { messageId } = await send(device, 'hello');
    const client = await completions(device, messageId);
    const ask = () =>
      client.chat.completions.create({ model: starterModel, messages: [{ role: 'user', content: 'hello' }] });
    vendor.always({ kind: 'status', status: 400 });
    await expect(ask()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Bad request (400)') as string,
    });
    await expect(ask()).rejects.toMatchObject({ status: 400 });
    const { data } = await device.client.rpc('get_message_quota');
    expect(data).toMatchObject({ plan: 'starter', used: 0, allowed: 3 });
  });

  it("stops the vendor's reply when the client disconnects", async () => {
    const device = await signUp();
    const { messageId } = await send(device, 'a long story');
    const client = await completions(device, messageId);
    vendor.script({ kind: 'pace', first: 0, between: 20, text: 'word '.repeat(2_000) });
    const controller = new AbortController();
    const stream = await client.chat.completions.create(
      { model: starterModel, messages: [{ role: 'user', content: 'a long story' }], stream: true },
      { signal: controller.signal },
    );
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    controller.abort();
    const left = performance.now();
    expect(await vendor.requests[0]!.ended).toBe('left');
    expect(performance.now() - left).toBeLessThan(1_000);
  });

  it('refuses a banned user sign-in, refresh, rows and completions [ROLE-011]', async () => {
    const device = await signUp();
    const { messageId, refusal } = await send(device, 'hello');
    expect(refusal).toBeNull();
    const client = await completions(device, messageId);
    await service.admin.from('user_roles').insert({ user_id: device.userId, role: 'banned' });
    await service.admin.auth.admin.updateUserById(device.userId, { ban_duration: '100h' });

    expect((await device.client.from('chat_history').select('id')).data).toEqual([]);
    expect((await device.client.from('chat_messages').select('id')).data).toEqual([]);
    expect((await send(device, 'again')).refusal).not.toBeNull();
    await expect(
      client.chat.completions.create({ model: starterModel, messages: [{ role: 'user', content: 'hello' }] }),
    ).rejects.toMatchObject({ status: 403 });
    expect(vendor.requests).toHaveLength(0);
    expect((await device.client.auth.refreshSession()).error?.code).toBe('user_banned');
    const { email, password } = device;
    expect((await service.client().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'user_banned',
    );
  });

  it('refuses completions for a session that was signed out', async () => {
    const device = await signUp();
    const { data } = await device.client.auth.getSession();
    const ask = () =>
      fetch(`${service.url}/functions/v1/models`, {
        headers: { authorization: `Bearer ${data.session!.access_token}` },
      });
    expect((await ask()).status).toBe(200);
    await device.client.auth.signOut();
    expect((await ask()).status).toBe(401);
  });

  it("never returns another user's or role's rows under 120 parallel requests", async () => {
    const [first, second] = [await signUp(), await signUp()];
    await send(first, 'of the first');
    await send(second, 'of the second');
    const anonymous = service.client();
    const rounds = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const [mine, theirs, all, nobodys] = await Promise.all([
          first.client.from('chat_history').select('user_id'),
          second.client.from('chat_history').select('user_id'),
          service.admin.from('chat_history').select('user_id'),
          anonymous.from('chat_history').select('user_id'),
        ]);
        return { mine, theirs, all, nobodys };
      }),
    );
    const users = (rows: { user_id: string }[] | null) => new Set((rows ?? []).map(({ user_id }) => user_id));
    for (const { mine, theirs, all, nobodys } of rounds) {
      expect(users(mine.data)).toEqual(new Set([first.userId]));
      expect(users(theirs.data)).toEqual(new Set([second.userId]));
      expect(users(all.data).size).toBeGreaterThan(1);
      expect(users(nobodys.data)).toEqual(new Set());
    }
  });

  it('requires a key before anything else, and refuses the secret key in a browser', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${service.url}/rest/v1/chat_history`, { headers });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ apikey: 'sb_secret_guess' })).status).toBe(401);
    expect(
      (await ask({ apikey: 'sb_secret_test', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' })).status,
    ).toBe(401);
    expect(
      (await ask({ apikey: 'sb_publishable_test', authorization: 'Bearer forged.token.here' })).status,
    ).toBe(401);
    expect((await ask({ apikey: 'sb_secret_test' })).status).toBe(200);
  });

  it('refuses realtime over HTTP with a message', async () => {
    await expect(service.client().channel('news').httpSend('headline', { n: 1 })).rejects.toThrow(
      'Realtime over HTTP is not available: send broadcasts through a channel.',
    );
  });

  it('logs no text, no key and no token', async () => {
    const device = await signUp();
    const { messageId } = await send(device, 'a very private thought');
    const client = await completions(device, messageId);
    vendor.script({ kind: 'status', status: 500, body: 'echo: a very private thought' });
    await client.chat.completions
      .create({ model: starterModel, messages: [{ role: 'user', content: 'a very private thought' }] })
      .catch(() => {});
    const { data } = await device.client.auth.getSession();
    expect(logged.length).toBeGreaterThan(0);
    for (const secret of ['private thought', data.session!.access_token, device.email, 'sb_secret_test'])
      expect(logged.filter((line) => line.includes(secret))).toEqual([]);
  });
});
