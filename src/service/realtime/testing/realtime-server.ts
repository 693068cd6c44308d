import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { jwtVerify, SignJWT } from 'jose';
import type { Claims, Database } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from '../realtime.ts';

const secret = new TextEncoder().encode('a secret of thirty-two characters');

export const publishableKey = 'publishable key of the tests';
export const secretKey = 'secret key of the tests';

export interface TestClock {
  now: Date;
}

export interface TestServer {
  readonly url: string;
  readonly server: Server;
  readonly realtime: Realtime;
  readonly clock: TestClock;
  /** Sessions that have ended although their tokens are still valid. */
  readonly endedSessions: Set<string>;
  readonly logged: { event: string; fields: unknown }[];
  /** Signs a user's token. It is valid for an hour by the test's clock, unless `claims` override that. */
  token(user: string, claims?: Partial<Claims>): Promise<string>;
  /** Creates an unmodified supabase-js client. Without a user, it has only the publishable key. */
  client(user?: string | null, claims?: Partial<Claims>): Promise<SupabaseClient>;
  /** Closes the sockets of all clients, without waiting until supabase-js notices. */
  disconnect(): void;
  close(): Promise<void>;
}

/**
 * Starts realtime over a database behind a real HTTP server on a free loopback port. `parts` replaces the fake auth
 * with real parts.
 */
export async function startRealtime(
  database: Database,
  parts: Partial<Pick<RealtimeOptions, 'verifyToken' | 'isSessionLive'>> = {},
): Promise<TestServer> {
  const clock: TestClock = { now: new Date() };
  const endedSessions = new Set<string>();
  const logged: TestServer['logged'] = [];
  const log: Log = (event, fields) => logged.push({ event, fields });
  const clients: SupabaseClient[] = [];
  const realtime = createRealtime({
    database,
    log,
    clock: () => clock.now,
    apiKeyRole: (key) => (key === publishableKey ? 'anon' : key === secretKey ? 'service_role' : null),
    verifyToken: (token) =>
      jwtVerify<Claims>(token, secret, { currentDate: clock.now }).then(
        ({ payload }) => payload,
        () => null,
      ),
    isSessionLive: async ({ session_id: id }) => id !== undefined && !endedSessions.has(id),
    ...parts,
  });
  await realtime.start();
  const server = createServer();
  server.on('upgrade', (request, socket, head) =>
    realtime.handleUpgrade(request, socket, head, String(request.headers['x-address'] ?? '127.0.0.1')),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const token: TestServer['token'] = (user, claims = {}) =>
    new SignJWT({
      role: 'authenticated',
      sub: user,
      session_id: `session of ${user}`,
      exp: Math.floor(clock.now.getTime() / 1_000) + 3_600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret);

  return {
    url,
    server,
    realtime,
    clock,
    endedSessions,
    logged,
    token,
    async client(user = null, claims = {}) {
      const client = createClient(url, publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      });
      if (user !== null) await client.realtime.setAuth(await token(user, claims));
      clients.push(client);
      return client;
    },
    disconnect() {
      for (const client of clients.splice(0)) void client.removeAllChannels();
    },
    async close() {
      await realtime.close();
      await Promise.all(clients.map((client) => client.realtime.disconnect()));
      server.close();
      server.closeAllConnections();
    },
  };
}

export interface ChangeEvent {
  readonly eventType: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly schema: string;
  readonly table: string;
  readonly commit_timestamp: string;
  readonly new: Record<string, unknown>;
  readonly old: Record<string, unknown>;
  readonly errors: string[] | null;
}

export interface ListenOptions {
  readonly event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly table?: string;
  readonly filter?: string;
  readonly select?: string[];
  readonly topic?: string;
}

export interface TestListener {
  readonly channel: RealtimeChannel;
  /** The service's response to the subscription. */
  readonly system: { status: string; message: string };
  readonly events: readonly ChangeEvent[];
  /** Resolves to the events once there are at least `count`. */
  receive(count: number): Promise<readonly ChangeEvent[]>;
}

let topics = 0;

export async function listen(client: SupabaseClient, options: ListenOptions = {}): Promise<TestListener> {
  const events: ChangeEvent[] = [];
  const waiting = new Set<() => void>();
  const { event = '*', table = 'notes', topic = `topic ${(topics += 1)}`, ...rest } = options;
  const channel = client.channel(topic);
  const system = await new Promise<TestListener['system']>((resolve, reject) => {
    channel
      // supabase-js has one overload per event, but a test may request any event.
      .on('postgres_changes' as 'system', { event, schema: 'public', table, ...rest } as never, (change) => {
        events.push(change as unknown as ChangeEvent);
        for (const look of waiting) look();
      })
      .on('system', {}, (reply) => resolve(reply as unknown as TestListener['system']))
      .subscribe((status, error) => {
        if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status));
      });
  });
  return {
    channel,
    system,
    events,
    receive: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (events.length < count) return;
          waiting.delete(look);
          resolve(events);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Each note has one owner, and a column that no client may read. */
export const testTables = `
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null,
  body text,
  amount bigint,
  secret text,
  tags text[],
  extra jsonb,
  done boolean default false,
  noted_at timestamptz not null default '2026-11-20 23:40:17.32+00'
);
alter table public.notes enable row level security;
alter table public.notes replica identity full;
revoke all on table public.notes from public, anon, authenticated;
grant select (id, owner, body, amount, tags, extra, done, noted_at) on table public.notes to authenticated;
create table public.banned (user_id uuid primary key);
grant select on table public.banned to authenticated;
create policy "Owners who are not banned can read their own notes" on public.notes for select to authenticated
  using (owner = (select auth.uid()) and not exists (select from public.banned where user_id = (select auth.uid())));
create table public.plain (
  id bigint generated by default as identity primary key, room text, label text, price numeric, weight float4
);
revoke all on table public.plain from public, anon, authenticated;
grant select on table public.plain to authenticated, anon;
create table public.unpublished (id bigint primary key);
grant select on table public.unpublished to authenticated, anon;
alter publication supabase_realtime add table public.notes, public.plain;
`;

export const ada = '00000000-0000-4000-8000-00000000000a';
export const ben = '00000000-0000-4000-8000-00000000000b';
