import { beforeEach, describe, expect, it } from 'vitest';
import { UserFacingError } from '../ipc/user-facing-error.ts';
import { createLocalChats } from './local-chats.ts';
import type { Service } from './service.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-20T10:00:00+00:00';

/** The embedded service's chats, as the number of messages in each and their length. */
interface Stored {
  readonly messages: number;
  readonly characters: number;
}
let stored: Stored[];
let events: string[];
let signIns: number;
let clock: number;
let failure: string | null;

const service: Pick<Service, 'accessHeaders' | 'connect' | 'openOwnerSession' | 'origin' | 'stop'> = {
  origin: () => 'http://127.0.0.1:4321',
  accessHeaders: () => ({ 'x-clover-owner': 'secret' }),
  connect: async () => {
    if (failure !== null) throw new Error(failure);
    return { url: 'http://127.0.0.1:4321', publishableKey: 'publishable' };
  },
  openOwnerSession: async () => {
    signIns += 1;
    return { accessToken: `owner-${signIns}`, refreshToken: 'refresh' };
  },
  stop: async () => {
    await new Promise(setImmediate);
    events.push('stop');
  },
};

const chatRow = (n: number) => ({
  id: uuid(n),
  title: `Chat ${n}`,
  created_at: at,
  updated_at: at,
  pinned_at: null,
  archived_at: null,
  active_message_id: null,
  model_id: null,
  vendor_id: null,
  parameters: null,
});
const messageRow = (chat: number, seq: number, characters: number) => ({
  id: uuid(chat * 100_000 + seq),
  parent_id: seq === 1 ? null : uuid(chat * 100_000 + seq - 1),
  role: 'user',
  content: 'x'.repeat(characters),
  status: 'complete',
  model_id: null,
  vendor_id: null,
  unavailable_vendor: null,
  content_format: 'plain',
  created_at: at,
  seq,
});

/** Responds like PostgREST, but only to the owner. */
const fetch: typeof globalThis.fetch = async (input, init) => {
  const { pathname, searchParams: query } = new URL(input as string);
  const headers = new Headers(init?.headers);
  if (headers.get('x-clover-owner') !== 'secret') return new Response('{}', { status: 404 });
  if (headers.get('authorization') !== `Bearer owner-${signIns}`) return new Response('{}', { status: 401 });
  const limit = Number(query.get('limit') ?? 1_000);
  if (pathname === '/rest/v1/chat_messages') {
    const chat = stored.findIndex((_one, n) => query.get('chat_id') === `eq.${uuid(n)}`);
    const { messages, characters } = stored[chat]!;
    const after = Number(query.get('seq')?.slice(3));
    const count = Math.max(0, Math.min(limit, messages - after));
    return Response.json(
      Array.from({ length: count }, (_, index) => messageRow(chat, after + index + 1, characters)),
    );
  }
  const id = query.get('id');
  const rows = stored.map((_one, n) => chatRow(n));
  if (id !== null) return Response.json(rows.filter((row) => id === `eq.${row.id}`));
  expect(query.get('order')).toBe('updated_at.desc,id');
  const offset = Number(query.get('offset'));
  return Response.json(rows.slice(offset, offset + limit));
};

const create = () =>
  createLocalChats(
    async () => {
      events.push('start');
      return service as Service;
    },
    fetch,
    () => clock,
  );
async function readAll(chats: ReturnType<typeof create>) {
  const shares = [];
  for (let from: number | null = 0; from !== null;) {
    // oxlint-disable-next-line no-await-in-loop -- each batch contains the position of the next
    const share: Awaited<ReturnType<typeof chats.read>> = await chats.read(from);
    shares.push(share);
    from = share.next;
  }
  return shares;
}

beforeEach(() => {
  stored = [];
  events = [];
  signIns = 0;
  clock = 0;
  failure = null;
});

describe('the chats of this computer, while another service is in use', () => {
  it('are read completely and in order from the embedded service, which runs only for that time', async () => {
    stored = [{ messages: 2_500, characters: 3 }];
    const chats = create();
    expect(await chats.open()).toBe(1);
    const [share] = await readAll(chats);
    expect(share).toMatchObject({ tooLong: 0, next: null, chats: [{ ...chatRow(0) }] });
    const seqs = share?.chats[0]?.messages.map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
    await chats.close();
    expect(events).toEqual(['start', 'stop']);
  });

  it('are read in batches, each chat once, even if there are many or long ones', async () => {
    stored = [
      ...Array.from({ length: 1_200 }, () => ({ messages: 1, characters: 10 })),
      ...Array.from({ length: 5 }, () => ({ messages: 1, characters: 900_000 })),
    ];
    const chats = create();
    expect(await chats.open()).toBe(1_205);
    const shares = await readAll(chats);
    const ids = shares.flatMap((share) => share.chats.map(({ id }) => id));
    expect(ids).toEqual(stored.map((_one, n) => uuid(n)));
    expect(Math.max(...shares.map((share) => share.chats.length))).toBe(50);
    for (const share of shares)
      expect(
        share.chats.reduce((sum, { messages }) => sum + (messages[0]?.content.length ?? 0), 0),
      ).toBeLessThan(2_000_000);
  });

  it('are skipped and counted if they are too long for any service, and skipped if they are empty', async () => {
    stored = [
      { messages: 10_001, characters: 1 },
      { messages: 9, characters: 1_000_000 },
      { messages: 0, characters: 0 },
      { messages: 1, characters: 1 },
    ];
    const chats = create();
    await chats.open();
    expect(await chats.read(0)).toMatchObject({ tooLong: 2, next: null, chats: [{ id: uuid(3) }] });
  });

  it('are read even if copying takes longer than a token is valid', async () => {
    stored = Array.from({ length: 60 }, () => ({ messages: 1, characters: 1 }));
    const chats = create();
    await chats.open();
    await chats.read(0);
    clock += 31 * 60_000;
    expect((await chats.read(50)).chats).toHaveLength(10);
    expect(signIns).toBe(2);
  });

  it('can be opened again after an error of the embedded service, which is reported', async () => {
    failure = 'The data directory is in use.';
    const chats = create();
    await expect(chats.open()).rejects.toMatchObject({
      name: 'UserFacingError',
      message: 'The data directory is in use.',
    });
    await expect(chats.read(0)).rejects.toBeInstanceOf(UserFacingError);
    expect(events).toEqual(['start', 'stop']);
    failure = null;
    expect(await chats.open()).toBe(0);
  });

  it('do not show an error that has no message for users', async () => {
    const chats = createLocalChats(
      async () => service as Service,
      async () => new Response('secret', { status: 500 }),
    );
    await expect(chats.open()).rejects.not.toBeInstanceOf(UserFacingError);
  });

  it('are never opened by two services on one data directory', async () => {
    const chats = create();
    await chats.open();
    await chats.open();
    expect(events).toEqual(['start', 'stop', 'start']);
    void chats.close();
    await chats.open();
    expect(events).toEqual(['start', 'stop', 'start', 'stop', 'start']);
  });
});
