import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startAuth, type AuthHarness } from '../auth/testing/harness.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { listen, publishableKey, startRealtime, type TestServer } from './testing/realtime-server.ts';

describeDatabases("realtime with real sessions and the product's tables", (open) => {
  let database: OpenedDatabase;
  let auth: AuthHarness;
  let server: TestServer;
  const clients: SupabaseClient[] = [];

  beforeAll(async () => {
    database = await open({ migrated: true });
    auth = startAuth(database);
    server = await startRealtime(database, {
      verifyToken: auth.auth.verifyAccessToken,
      isSessionLive: auth.auth.isSessionLive,
    });
  });
  afterAll(async () => {
    for (const client of clients) void client.realtime.disconnect();
    await server.close();
  });

  /** Creates a device: supabase-js with its own session storage, as in a browser. */
  function device(storage = new Map<string, string>()): SupabaseClient {
    const client = createClient(server.url, publishableKey, {
      auth: {
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storage: {
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => void storage.set(key, value),
          removeItem: (key) => void storage.delete(key),
        },
      },
      global: {
        fetch: (input, init) => auth.auth.handle(new Request(input, init), { address: null, role: 'anon' }),
      },
    });
    clients.push(client);
    return client;
  }

  /** Signs a guest in on a device. `write` acts with the guest's rights. */
  async function guest(storage?: Map<string, string>) {
    const client = device(storage);
    const { data, error } = await client.auth.signInAnonymously();
    if (error || !data.session || !data.user) throw error ?? new Error('no session');
    const claims = (await auth.auth.verifyAccessToken(data.session.access_token))!;
    const { id } = data.user;
    const as = <Row>(sql: string, parameters: readonly unknown[]) =>
      database.asCaller(claims, (tx) => tx.query<Row>(sql, parameters));
    return {
      id,
      client,
      beginChat: async (title: string) => {
        const [chat] = await as<{ id: string }>(
          'insert into public.chat_history (user_id, title) values ($1, $2) returning id',
          [id, title],
        );
        return chat!.id;
      },
      rename: (chat: string, title: string) =>
        as('update public.chat_history set title = $2 where id = $1', [chat, title]),
      remove: (chat: string) => as('delete from public.chat_history where id = $1', [chat]),
      write: (chat: string, content: string) =>
        as(
          "insert into public.chat_messages (chat_id, user_id, role, content) values ($1, $2, 'assistant', $3)",
          [chat, id, content],
        ),
    };
  }

  it("sends every event of the user's own chats to a subscription filtered by user, and no other [REAL-007]", async () => {
    const [me, other] = [await guest(), await guest()];
    const wish = { table: 'chat_history', filter: `user_id=eq.${me.id}` };
    const [mine, spying] = [
      await listen(me.client, wish),
      await listen(other.client, { ...wish, event: 'INSERT' }),
    ];
    const theirs = await listen(other.client, { table: 'chat_history', filter: `user_id=eq.${other.id}` });

    const chat = await me.beginChat('first title');
    await mine.receive(1);
    await me.rename(chat, 'second title');
    await mine.receive(2);
    await me.remove(chat);
    await other.remove(await other.beginChat('theirs'));

    const seen = await mine.receive(3);
    expect(seen.map((change) => [change.eventType, change.new['title'] ?? change.old])).toEqual([
      ['INSERT', 'first title'],
      ['UPDATE', 'second title'],
      ['DELETE', { id: chat }],
    ]);
    // Once the other user has received the deletion of their chat, everything before it has been delivered.
    await vi.waitFor(() => expect(theirs.events.at(-1)?.eventType).toBe('DELETE'));
    expect(spying.events).toEqual([]);
    expect(mine.events).toHaveLength(3);
  });

  it('sends the messages of all own chats to one subscription', async () => {
    const [me, other] = [await guest(), await guest()];
    const mine = await listen(me.client, { table: 'chat_messages', event: 'INSERT' });
    const theirs = await listen(other.client, { table: 'chat_messages', event: 'INSERT' });
    const [one, two] = [await me.beginChat('one'), await me.beginChat('two')];
    await me.write(one, 'in the first');
    await other.write(await other.beginChat('theirs'), 'not mine');
    await me.write(two, 'in the second');
    const seen = await mine.receive(2);
    expect(seen.map((change) => [change.new['chat_id'], change.new['content']])).toEqual([
      [one, 'in the first'],
      [two, 'in the second'],
    ]);
    await theirs.receive(1);
    expect(theirs.events.map((change) => change.new['content'])).toEqual(['not mine']);
  });

  it('sends a banned user nothing but the ban', async () => {
    const me = await guest();
    const chat = await me.beginChat('before the ban');
    const chats = await listen(me.client, { table: 'chat_history', event: 'UPDATE' });
    const roles = await listen(me.client, { table: 'user_roles', filter: `user_id=eq.${me.id}` });
    await database.query("insert into public.user_roles (user_id, role) values ($1, 'banned')", [me.id]);
    const [ban] = await roles.receive(1);
    await database.query("update public.chat_history set title = 'after the ban' where id = $1", [chat]);
    // Another user's later event has arrived, so the first user's event was processed while they were banned.
    const other = await guest();
    const marker = await listen(other.client, { table: 'chat_history' });
    await other.beginChat('marker');
    await marker.receive(1);
    await database.query("update public.user_roles set role = 'restricted' where user_id = $1", [me.id]);
    await database.query("update public.chat_history set title = 'after it was lifted' where id = $1", [
      chat,
    ]);
    await roles.receive(2);
    expect(ban!.new).toMatchObject({ user_id: me.id, role: 'banned' });
    const seen = await chats.receive(1);
    expect(seen.map((change) => change.new['title'])).toEqual(['after it was lifted']);
  });

  it('sends a changed vendor without its key', async () => {
    const me = await guest();
    const vendors = await listen(me.client, { table: 'api_vendors', event: 'UPDATE' });
    await database.query(
      "update public.api_vendors set api_key_encrypted = 'v1.encrypted' where name = 'openrouter'",
    );
    const [change] = await vendors.receive(1);
    expect(change!.new).toMatchObject({ name: 'openrouter' });
    expect(change!.new).not.toHaveProperty('api_key_encrypted');
    expect(JSON.stringify(change)).not.toContain('v1.encrypted');
    const byKey = await listen(me.client, { table: 'api_vendors', filter: 'api_key_encrypted=like.v1%' });
    expect(byKey.system.message).toContain('invalid column for filter api_key_encrypted');
  });

  it('sends new audit log entries only to administrators', async () => {
    const [root, other] = [await guest(), await guest()];
    // A guest can never be an administrator.
    await database.query('update auth.users set is_anonymous = false where id = $1', [root.id]);
    await database.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [root.id]);
    const [acts, spying] = [
      await listen(root.client, { table: 'user_activity_logs' }),
      await listen(other.client, { table: 'user_activity_logs' }),
    ];
    const marker = await listen(other.client, { table: 'chat_history' });
    await database.query(
      "insert into public.user_activity_logs (user_id, admin_id, action_type) values ($1, $2, 'user.lift')",
      [other.id, root.id],
    );
    await other.beginChat('marker');
    const [entry] = await acts.receive(1);
    expect(entry).toMatchObject({ eventType: 'INSERT', new: { action_type: 'user.lift' } });
    await marker.receive(1);
    expect(spying.events).toEqual([]);
  });

  it('closes the channels of a session that was ended on another device', async () => {
    const storage = new Map<string, string>();
    const me = await guest(storage);
    const elsewhere = device(new Map(storage));
    await elsewhere.auth.getSession();
    const there = await listen(elsewhere, { table: 'chat_history' });
    await me.client.auth.signOut({ scope: 'global' });
    await elsewhere.realtime.sendHeartbeat();
    await vi.waitFor(() => expect(there.channel.state).toBe('closed'), { timeout: 5_000 });
    expect(there.system.status).toBe('ok');
  });
});
