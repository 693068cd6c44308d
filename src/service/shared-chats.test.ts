import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvelopeError, decryptEnvelope, encryptEnvelope } from '../shared/sharing/envelope.ts';
import { encodeBase64Url } from '../shared/domain/encoding.ts';
import { createShareLink, type ShareLink } from '../shared/sharing/share-link.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import { dumpTables, makeCanary, searchPieces } from './testing/canary.ts';
import { describeDatabases } from './testing/databases.ts';
import { startTestService, testSecrets, type RunningTestService } from './testing/running-service.ts';

interface Device {
  readonly client: SupabaseClient;
  readonly userId: string;
  readonly chatId: string;
}

/** Everything is real: HTTP server, auth, REST, database, encryption. */
describeDatabases('links to shared chats', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let owner: Device;
  let stranger: Device;
  let link: ShareLink;
  const secret = makeCanary('shared-chat');
  const password = makeCanary('share-password');
  const logged: string[] = [];

  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database, (event, fields) =>
      logged.push(JSON.stringify({ event, ...fields })),
    );
    await allow('everyone');
    [owner, stranger] = [await signUp(), await signUp()];
    link = createShareLink();
    const refusal = await share(owner, link, await encryptEnvelope(secret, link, password));
    if (refusal) throw refusal;
  });
  afterAll(() => service.close());

  async function signUp(): Promise<Device> {
    const client = service.client();
    const { data, error } = await client.auth.signUp({
      email: `${randomUUID()}@example.com`,
      password: 'a good long password',
    });
    expect(error).toBeNull();
    const chatId = randomUUID();
    const userId = data.user!.id;
    await client.from('chat_history').insert({ id: chatId, user_id: userId, title: 'A chat' }).throwOnError();
    return { client, userId, chatId };
  }

  const allow = async (value: string) =>
    service.admin
      .from('system_settings')
      .update({ setting_value: value })
      .eq('setting_key', 'sharing')
      .throwOnError();

  /** Resolves to the refusal, or null. */
  async function share({ client, chatId }: Device, { id }: ShareLink, envelope: string, change: object = {}) {
    const row = { id, chat_id: chatId, envelope, days: 7, ...change };
    const { error } = await client.from('shared_chats').insert(row);
    return error;
  }

  /** Opens a link without a session, like the page. */
  async function visit(share: unknown, path = 'rpc/open_shared_chat', init: RequestInit = {}) {
    const response = await fetch(`${service.url}/rest/v1/${path}`, {
      method: 'POST',
      headers: { apikey: testSecrets.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ share }),
      ...init,
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  const envelopeOf = async (id: string): Promise<string> => {
    const { text } = await visit(id);
    return (JSON.parse(text) as { envelope: string }).envelope;
  };
  const reasonOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'opened',
      (error: unknown) => (error instanceof EnvelopeError ? error.reason : String(error)),
    );

  it('open with the key and the password, without a session', async () => {
    expect(await decryptEnvelope(await envelopeOf(link.id), link, password)).toBe(secret);
  });

  it('leave neither text nor key nor password in the database, the responses and the log', async () => {
    const open = createShareLink();
    await share(owner, open, await encryptEnvelope(secret, open, null));
    const responses = await Promise.all([link, open].map(({ id }) => visit(id)));
    const pieces: [string, string][] = [
      ...(await dumpTables(database)),
      ...responses.map(({ text, headers }): [string, string] => [
        'response',
        text + JSON.stringify([...headers]),
      ]),
      ['log', logged.join('\n')],
    ];
    const keys = [link, open].map(({ key }) => key);
    const result = searchPieces(pieces, [secret, password, ...keys.map(encodeBase64Url)]);
    expect(result.found).toEqual([]);
    expect(result.bytes).toBeGreaterThan(10_000);
    for (const [place, piece] of pieces)
      for (const key of keys)
        for (const form of ['hex', 'base64'] as const)
          expect([place, piece.includes(Buffer.from(key).toString(form))]).toEqual([place, false]);
    // The search finds the id, so it has read the right tables.
    expect(pieces.some(([, piece]) => piece.includes(link.id))).toBe(true);
  });

  it('respond with 404 within a second after they are revoked', async () => {
    const revoked = createShareLink();
    await share(owner, revoked, await encryptEnvelope('x', revoked, null));
    expect((await visit(revoked.id)).status).toBe(200);
    const began = performance.now();
    await owner.client.from('shared_chats').delete().eq('id', revoked.id).throwOnError();
    expect((await visit(revoked.id)).status).toBe(404);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  describe('guessing:', () => {
    /** Returns the link's id with one changed bit. */
    const beside = (bit: number) => {
      const hex = link.id.replaceAll('-', '');
      const number = BigInt(`0x${hex}`) ^ (1n << BigInt(bit));
      return number
        .toString(16)
        .padStart(32, '0')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    };

    it.each([0, 1, 7, 63, 64, 127])('an id that differs in bit %i looks like any other', async (bit) => {
      const [near, far] = [await visit(beside(bit)), await visit(randomUUID())];
      expect([near.status, near.text]).toEqual([404, far.text]);
    });

    it.each([
      ['nothing', undefined],
      ['null', null],
      ['an empty text', ''],
      ['a wildcard', '%'],
      ['a prefix', () => link.id.slice(0, 8)],
      ['two ids', () => [link.id, link.id]],
      ['an object', () => ({ id: link.id })],
      ['SQL', () => `${link.id}' or '1'='1`],
      ['zeros', '00000000-0000-0000-0000-000000000000'],
    ])('%s opens nothing', async (_name, given) => {
      const { status, text } = await visit(typeof given === 'function' ? given() : given);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain('envelope"');
    });

    it('many ids in one request open nothing', async () => {
      const body = JSON.stringify([{ share: link.id }, { share: randomUUID() }]);
      const { status } = await visit(null, undefined, { body });
      expect(status).toBeGreaterThanOrEqual(400);
    });
  });

  describe("reading others' links:", () => {
    it.each([
      ['lists them', 'shared_chats?select=id'],
      ['reads envelopes', 'shared_chats?select=envelope'],
      ['filters by envelope', 'shared_chats?select=id&envelope=like.1*'],
      ['orders by envelope', 'shared_chats?select=id&order=envelope'],
      ['counts them', 'shared_chats?select=count'],
      ['reads counters', 'share_openings?select=*'],
      ['calls internals', 'rpc/purge_shares'],
      ['reads by GET', () => `rpc/open_shared_chat?share=${link.id}`],
    ])('no visitor %s', async (_name, path) => {
      const target = typeof path === 'function' ? path() : path;
      const { status, text } = await visit(null, target, { method: 'GET', body: null });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain(link.id);
    });

    it('no other user lists them', async () => {
      const { data } = await stranger.client.from('shared_chats').select('id').throwOnError();
      expect(data).toEqual([]);
    });

    it.each(['envelope', 'envelope.length', '*'])(
      'no client selects %s, not even the owner',
      async (columns) => {
        const { error } = await owner.client.from('shared_chats').select(columns);
        expect(error).not.toBeNull();
      },
    );

    it('no client reads envelopes inside of chats', async () => {
      const { error } = await owner.client.from('chat_history').select('id, shared_chats(envelope)');
      expect(error).not.toBeNull();
    });
  });

  describe("changing others' links:", () => {
    it('no other user revokes them', async () => {
      await stranger.client.from('shared_chats').delete().eq('id', link.id);
      expect((await visit(link.id)).status).toBe(200);
    });

    it('no other user replaces them', async () => {
      const before = await envelopeOf(link.id);
      const own = await encryptEnvelope('replaced', link, null);
      expect(await share(stranger, link, own)).not.toBeNull();
      const { error } = await stranger.client
        .from('shared_chats')
        .upsert({ id: link.id, chat_id: stranger.chatId, envelope: own, days: 7 });
      expect(error).not.toBeNull();
      expect(await envelopeOf(link.id)).toBe(before);
    });

    it.each([
      ["another user's name", () => ({ user_id: owner.userId })],
      ["another user's chat", () => ({ chat_id: owner.chatId })],
      ['a chosen end', () => ({ expires_at: '2099-01-01' })],
      ['chosen openings', () => ({ openings: -5 })],
      ['a chosen start', () => ({ created_at: '2000-01-01' })],
      ['no password shown', () => ({ has_password: false })],
      ['no end', () => ({ days: null })],
      ['a longer time', () => ({ days: 31 })],
      ['a text that is not an envelope', () => ({ envelope: '<script>alert(1)</script>' })],
      ['a larger envelope', () => ({ envelope: `1.${'n'.repeat(16)}..${'c'.repeat(1_048_576)}` })],
    ])('no user shares with %s', async (_name, change) => {
      const own = createShareLink();
      const envelope = await encryptEnvelope('x', own, null);
      expect(await share(stranger, own, envelope, change())).not.toBeNull();
      expect((await visit(own.id)).status).toBe(404);
    });

    it.each([{ expires_at: null }, { openings: 0 }, { envelope: 'x' }, { days: 30 }])(
      'no owner changes %j',
      async (change) => {
        const { error } = await owner.client.from('shared_chats').update(change).eq('id', link.id);
        expect(error).not.toBeNull();
      },
    );
  });

  describe('a malicious service', () => {
    it.each([
      [
        'an envelope of another link with the same key',
        async () => encryptEnvelope('x', { ...createShareLink(), key: link.key }, password),
      ],
      [
        'a changed envelope',
        async () =>
          (await envelopeOf(link.id)).replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
      ],
      ['a cut envelope', async () => (await envelopeOf(link.id)).slice(0, -8)],
      [
        'an envelope with the salt of another one',
        async () => {
          const other = (await encryptEnvelope('x', link, password)).split('.')[2] ?? '';
          return (await envelopeOf(link.id)).split('.').with(2, other).join('.');
        },
      ],
    ])('with %s is detected', async (_name, forge) => {
      expect(await reasonOf(decryptEnvelope(await forge(), link, password))).toBe('wrong');
    });

    it('is detected if it changes the version or removes the password', async () => {
      const envelope = await envelopeOf(link.id);
      expect(await reasonOf(decryptEnvelope(envelope.replace(/^1/, '2'), link, password))).toBe('damaged');
      const withoutSalt = envelope.split('.').with(2, '').join('.');
      expect(await reasonOf(decryptEnvelope(withoutSalt, link, null))).toBe('wrong');
    });
  });

  it('for members are opened with a session only, and refused in the same way for every id', async () => {
    await allow('members');
    const [known, unknown] = [await visit(link.id), await visit(randomUUID())];
    expect([known.status, known.text]).toEqual([401, unknown.text]);
    const { data, error } = await stranger.client.rpc('open_shared_chat', { share: link.id });
    expect(error).toBeNull();
    expect(data).toHaveProperty('envelope');
    await allow('everyone');
  });
});
