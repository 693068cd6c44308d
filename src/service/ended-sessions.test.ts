import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from './database/opened-database.ts';
import { describeDatabases } from './testing/databases.ts';
import { startTestService, testSecrets, type RunningTestService } from './testing/running-service.ts';

const password = 'a good long password';

/** A signed-in device, with the access token that it had while its session existed. */
interface Device {
  readonly client: SupabaseClient;
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  /** Sends a request with `token`, even if the client has received a newer one. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
}

describeDatabases('a session that has ended', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
  });
  afterAll(() => service.close());

  async function signedIn(email: string): Promise<Device> {
    const client = service.client();
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
    const token = data.session.access_token;
    const ask: Device['ask'] = (path, init) =>
      fetch(`${service.url}${path}`, {
        ...init,
        headers: {
          apikey: testSecrets.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
      });
    return { client, userId: data.user.id, email, token, ask };
  }

  async function twoDevices(): Promise<[Device, Device]> {
    const email = `${randomUUID()}@example.com`;
    const { error } = await service.client().auth.signUp({ email, password });
    if (error) throw error;
    return [await signedIn(email), await signedIn(email)];
  }

  const ends: readonly (readonly [string, (there: Device, here: Device) => Promise<{ error: unknown }>])[] = [
    ['Sign Out', (there) => there.client.auth.signOut({ scope: 'local' })],
    [
      '"Sign out there"',
      async (_there, here) => {
        const { data } = await here.client.rpc('list_sessions');
        const others = (data as { id: string; is_current: boolean }[]).filter((row) => !row.is_current);
        for (const { id } of others) await here.client.rpc('end_session', { session_id: id });
        return { error: others.length > 0 ? null : 'there was no other session' };
      },
    ],
    ['Sign Out everywhere', (_there, here) => here.client.auth.signOut({ scope: 'global' })],
    ['a new password', (_there, here) => here.client.auth.updateUser({ password: 'another long password' })],
    [
      "an administrator's new password",
      (there) => service.admin.auth.admin.updateUserById(there.userId, { password: 'one more password' }),
    ],
    ['a deleted account', (there) => service.admin.auth.admin.deleteUser(there.userId)],
  ];

  it.each(ends)("can't read or write from the next request on: %s", async (_name, end) => {
    const [there, here] = await twoDevices();
    expect((await there.ask('/rest/v1/chat_history?select=id')).status).toBe(200);
    const chat = { id: randomUUID(), user_id: there.userId, title: 'Mine' };
    expect(
      (await there.ask('/rest/v1/chat_history', { method: 'POST', body: JSON.stringify(chat) })).status,
    ).toBe(201);

    expect((await end(there, here)).error).toBeNull();

    const over = { status: 401, body: { hint: 'session_not_found', message: expect.any(String) } };
    const answerOf = async (path: string, init?: RequestInit) => {
      const answer = await there.ask(path, init);
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    expect(await answerOf('/rest/v1/chat_history?select=id')).toMatchObject(over);
    expect(
      await answerOf('/rest/v1/chat_history', {
        method: 'POST',
        body: JSON.stringify({ ...chat, id: randomUUID() }),
      }),
    ).toMatchObject(over);
    expect(await answerOf(`/rest/v1/chat_history?id=eq.${chat.id}`, { method: 'DELETE' })).toMatchObject(
      over,
    );
    expect(await answerOf('/rest/v1/rpc/current_plan', { method: 'POST', body: '{}' })).toMatchObject(over);
    expect((await there.ask('/auth/v1/user')).status).toBe(403);
    expect((await there.ask('/functions/v1/account/delete', { method: 'POST', body: '{}' })).status).toBe(
      401,
    );
    expect((await there.ask('/functions/v1/models')).status).toBe(401);
  });

  it("can't be used while its account is suspended", async () => {
    const [there] = await twoDevices();
    const add = () =>
      there.ask('/rest/v1/chat_history', {
        method: 'POST',
        body: JSON.stringify({ id: randomUUID(), user_id: there.userId, title: 'Mine' }),
      });
    expect((await add()).status).toBe(201);
    await service.admin.auth.admin.updateUserById(there.userId, { ban_duration: '1h' });
    // No rows instead of an error: users may still read their own roles and restrictions, so that the app can show the
    // reason.
    expect(await (await there.ask('/rest/v1/chat_history?select=id')).json()).toEqual([]);
    expect((await add()).status).toBe(403);
    expect((await there.ask('/auth/v1/user')).status).toBe(403);
    // This is still allowed, so that the app can show the reason.
    const access = await there.ask('/rest/v1/rpc/own_standing', { method: 'POST', body: '{}' });
    expect(await access.json()).toBe('banned');
  });

  it.each<[string, (there: Device, here: Device) => Promise<unknown>]>([
    ['a sign-out elsewhere', (_there, here) => here.client.auth.signOut({ scope: 'others' })],
    [
      'a suspension',
      (there) => service.admin.auth.admin.updateUserById(there.userId, { ban_duration: '1h' }),
    ],
  ])('closes its channels without waiting for a heartbeat: %s', async (_name, end) => {
    const [there, here] = await twoDevices();
    const states: string[] = [];
    const channel = there.client
      .channel('news')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'chat_history' }, () => {});
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => {
        states.push(status);
        if (status === 'SUBSCRIBED') resolve();
      });
    });
    await end(there, here);
    await vi.waitFor(() => expect(states).toContain('CLOSED'), { timeout: 3_000 });
    await there.client.realtime.disconnect();
  });

  it("can't read by SQL either, which is what protects the hosted service", async () => {
    const [there, here] = await twoDevices();
    const [, payload = ''] = there.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { role: 'authenticated' };
    const own = () =>
      database.asCaller(claims, (tx) =>
        tx.query<{ readable: boolean }>('select private.may_read() as readable'),
      );
    expect(await own()).toEqual([{ readable: true }]);
    await here.client.auth.signOut({ scope: 'others' });
    expect(await own()).toEqual([{ readable: false }]);
    for (const session_id of ['', 'x', randomUUID()])
      expect(
        await database.asCaller({ ...claims, session_id }, (tx) =>
          tx.query('select private.has_session() as live'),
        ),
      ).toEqual([{ live: false }]);
  });
});
