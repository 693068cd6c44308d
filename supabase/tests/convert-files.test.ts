import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { silentLog } from '../../src/service/log.ts';
import { startObjectCleanUp } from '../../src/service/storage/clean-up.ts';
import { createObjectFiles } from '../../src/service/storage/object-files.ts';
import { pngBytes } from '../../src/service/storage/testing/uploader.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import {
  createHistoryService,
  failureOf,
  type ServiceRefusal,
} from '../../src/shared/encrypted-history/service.ts';
import type { Vault } from '../../src/shared/vault/account-keys.ts';
import { signIn, type SignedIn } from './testing/callers.ts';
import { encryptAccount, startTurningOff } from './testing/encrypted-accounts.ts';
import { openEncryptedDevice } from './testing/encrypted-device.ts';
import { fileRow, filesWith, readContent } from './testing/encrypted-files.ts';

describeSchema('files while encrypted history is being turned on and off', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let stopCleaningUp: () => Promise<void>;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    stopCleaningUp = await startObjectCleanUp(database, createObjectFiles(service.objects), silentLog);
  });
  afterAll(async () => {
    await stopCleaningUp();
    await service.close();
  });

  const requestsOf = ({ token }: SignedIn) =>
    createHistoryService(
      fetch,
      `${service.url}/rest/v1/`,
      { apikey: 'sb_publishable_test', authorization: `Bearer ${token}` },
      null,
    );
  const upload = async (user: SignedIn, type: string, bytes: Uint8Array<ArrayBuffer>) => {
    const path = `${user.id}/${randomUUID()}`;
    await requestsOf(user).objects.upload(path, { type, bytes });
    return path;
  };
  const makeMessage = async (user: SignedIn, chat = randomUUID()) => {
    const message = randomUUID();
    await database.query(
      `insert into public.chat_history (id, user_id, title) values ($1, $2, 'Plain') on conflict do nothing`,
      [chat, user.id],
    );
    await database.query(
      `insert into public.chat_messages (id, chat_id, user_id, role, content) values ($1, $2, $3, 'user', 'See')`,
      [message, chat, user.id],
    );
    return { chat, message };
  };
  /** Stores an image, and a document that two messages of one chat and a message of another chat share. */
  const makeFiles = async () => {
    const canary = `canary-${randomUUID()}`;
    const user = await signIn(service, { plan: 'professional' });
    const requests = requestsOf(user);
    const path = await upload(user, 'text/plain', new TextEncoder().encode(`In it: ${canary}`));
    const first = await makeMessage(user);
    for (const { chat, message } of [first, await makeMessage(user, first.chat), await makeMessage(user)])
      await requests.insert(
        'message_attachments',
        fileRow({ id: randomUUID(), path, name: `${canary}.txt` }, chat, message),
      );
    const image = await upload(user, 'image/png', new Uint8Array(pngBytes()));
    const {
      text: _text,
      pages: _pages,
      ...row
    } = fileRow({ id: randomUUID(), path: image, name: `${canary}.png` }, first.chat, first.message);
    await requests.insert('message_attachments', {
      ...row,
      position: 1,
      kind: 'image',
      media_type: 'image/png',
      width: 10,
      height: 20,
    });
    return { canary, user };
  };
  const turnOn = (user: SignedIn) => encryptAccount(database, user.id, 'turning_on');
  const load = (user: SignedIn, vault: Vault, state: 'turning_on' | 'on' | 'turning_off' = 'turning_on') =>
    openEncryptedDevice(service, user, vault, state);
  const listed = async ({ id }: SignedIn) =>
    database.query<{ name: string; media_type: string; size: number; object_path: string; kind: string }>(
      `select name, media_type, size::int as size, kind, object_path from public.message_attachments
       where user_id = $1 order by kind, chat_id`,
      [id],
    );
  const objectsOf = async ({ id }: SignedIn) =>
    database.query<{ type: string }>(
      `select metadata ->> 'mimetype' as type from storage.objects where name like $1 || '/%' order by 1`,
      [id],
    );
  const encryptedType = 'application/vnd.clover.encrypted';

  it('are encrypted and decrypted, and no plain file remains while it is on', async () => {
    const { canary, user } = await makeFiles();
    const before = await listed(user);
    const vault = await turnOn(user);
    await load(user, vault).convert();
    const encrypted = await listed(user);
    expect(JSON.stringify(encrypted)).not.toContain(canary);
    // One object of the document for each chat, and the image.
    expect(await objectsOf(user)).toEqual([0, 1, 2].map(() => ({ type: encryptedType })));
    await expect.poll(() => filesWith(service, canary)).toEqual([]);
    const device = load(user, vault, 'on');
    const rows = await device.client
      .from('message_attachments')
      .select('name, text, media_type, object_path');
    expect(rows.data?.map(({ name }) => name).toSorted()).toEqual(before.map(({ name }) => name).toSorted());
    const documents = (rows.data ?? []).filter(({ media_type: type }) => type === 'text/plain');
    expect(documents).toHaveLength(3);
    for (const { object_path: path } of documents)
      expect(await readContent(device, path)).toBe(`In it: ${canary}`);
    await startTurningOff(database, vault);
    await load(user, vault, 'turning_off').convert();
    const after = await listed(user);
    const withoutPath = (row: (typeof after)[number]) => JSON.stringify({ ...row, object_path: null });
    expect(after.map(withoutPath).toSorted()).toEqual(before.map(withoutPath).toSorted());
    expect(await objectsOf(user)).toEqual([
      { type: 'image/png' },
      { type: 'text/plain' },
      { type: 'text/plain' },
    ]);
    // The search finds the message by the name of its file again.
    const found = await requestsOf(user).call('search_messages', { query: canary });
    expect(found).not.toEqual([]);
  });

  it('are converted without loss after an interruption at any request', async () => {
    const { canary, user } = await makeFiles();
    const vault = await turnOn(user);
    /** Converts the history as if the page were closed before request number `last`. */
    const interruptAt = async (state: 'turning_on' | 'turning_off', last: number) => {
      const device = load(user, vault, state);
      let count = 0;
      device.beforeRequest(() => {
        count += 1;
        if (count > last) throw new Error('closed');
      });
      return device.convert().then(
        () => true,
        () => false,
      );
    };
    for (const state of ['turning_on', 'turning_off'] as const) {
      if (state === 'turning_off') await startTurningOff(database, vault);
      let last = 1;
      while (!(await interruptAt(state, last))) last += 1;
      expect(last).toBeGreaterThan(5);
    }
    const rows = await listed(user);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([
      `${canary}.png`,
      ...[1, 2, 3].map(() => `${canary}.txt`),
    ]);
    const requests = requestsOf(user);
    for (const { object_path: path, kind } of rows) {
      const { type, bytes } = (await requests.objects.download(path)) ?? {};
      const content = Buffer.from(bytes ?? []).toString('latin1');
      expect([kind, type, content]).toEqual(
        kind === 'document'
          ? [kind, 'text/plain', `In it: ${canary}`]
          : [kind, 'image/png', pngBytes().toString('latin1')],
      );
    }
  });

  it('are converted by two devices at the same time', async () => {
    const { canary, user } = await makeFiles();
    const vault = await turnOn(user);
    const [slow, fast] = [load(user, vault), load(user, vault)];
    let isDone = false;
    slow.beforeRequest(async (path) => {
      if (isDone || path !== 'rpc/convert_files') return;
      isDone = true;
      await fast.convert();
    });
    await slow.convert().catch(() => {});
    expect(isDone).toBe(true);
    expect(await objectsOf(user)).toEqual([0, 1, 2].map(() => ({ type: encryptedType })));
    const device = load(user, vault, 'on');
    const rows = await device.client.from('message_attachments').select('name').throwOnError();
    expect(rows.data.every(({ name }) => String(name).startsWith(canary))).toBe(true);
  });

  it('are converted in an account that has reached its limit', async () => {
    const { user } = await makeFiles();
    await database.query(
      `insert into public.system_settings (setting_key, setting_value) values ('professional_attachments', '4')
       on conflict (setting_key) do update set setting_value = excluded.setting_value`,
    );
    try {
      const vault = await turnOn(user);
      await load(user, vault).convert();
      expect((await listed(user)).length).toBe(4);
    } finally {
      await database.query(
        `delete from public.system_settings where setting_key = 'professional_attachments'`,
      );
    }
  });

  it('are not attached by an outdated page while the conversion ends, and nothing deadlocks', async () => {
    const user = await signIn(service, { plan: 'professional' });
    const path = await upload(user, 'text/plain', new TextEncoder().encode('Plain'));
    const { chat, message } = await makeMessage(user);
    await turnOn(user);
    const requests = requestsOf(user);
    let attaching: Promise<unknown> = Promise.resolve();
    // Runs outside the transaction below, like a request of another device.
    const attachFile = AsyncResource.bind(() =>
      requests
        .insert('message_attachments', fileRow({ id: randomUUID(), path, name: 'plain.txt' }, chat, message))
        .catch((error: unknown) => failureOf(error as ServiceRefusal)),
    );
    const readWaiting = AsyncResource.bind(() => database.query(`select from pg_locks where not granted`));
    await database.transaction(async (tx) => {
      // Locks in the order of finish_turning_on.
      await tx.query(`select from public.account_encryption where user_id = $1 for update`, [user.id]);
      attaching = attachFile();
      // PGlite has one connection, so the other request hasn't reached it yet: there is no lock to wait for.
      await vi.waitUntil(async () => open.kind === 'pglite' || (await readWaiting()).length > 0);
      await tx.query(`delete from storage.objects where name = $1`, [path]);
    });
    expect(await attaching).toMatchObject({ code: '23503' });
  });

  it('that cannot be decrypted keep the history encrypted, with its keys', async () => {
    const { user } = await makeFiles();
    const vault = await turnOn(user);
    await load(user, vault).convert();
    const path = (await listed(user))[0]?.object_path;
    await database.query(
      `update storage.objects o set version = other.version from storage.objects other
       where o.name = $1 and other.name like $2 || '/%' and other.name <> $1`,
      [path, user.id],
    );
    await startTurningOff(database, vault);
    await expect(load(user, vault, 'turning_off').convert()).rejects.toThrow('failed verification');
    const [{ n } = { n: 0 }] = await database.query<{ n: number }>(
      `select count(*)::int as n from public.message_attachments a join public.chat_history c on c.id = a.chat_id
       where a.user_id = $1 and private.is_envelope(a.name) and c.chat_key is null`,
      [user.id],
    );
    expect(n).toBe(0);
  });
});
