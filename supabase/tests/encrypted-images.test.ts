import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { decryptImage } from '../../src/shared/encrypted-history/images.ts';
import { signIn, type SignedIn } from './testing/callers.ts';
import { encryptAccount, startTurningOff } from './testing/encrypted-accounts.ts';
import { type EncryptedDevice, openEncryptedDevice, say, storeChat } from './testing/encrypted-device.ts';

const encryptedType = 'application/vnd.clover.encrypted';
const pngStart = '\x89PNG\r\n\x1a\n';

describeSchema('generated images of an encrypted history', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    await database.query(`update public.api_vendors set is_active = (name = 'demo')`);
  });
  afterAll(() => service.close());

  const makeUser = () => signIn(service, { plan: 'professional' });
  /** Requests an image, like the app. Returns its reply. */
  const ask = async (user: SignedIn, device: EncryptedDevice | null) => {
    const [chat, reply] = [randomUUID(), randomUUID()];
    let question: string = randomUUID();
    if (device) {
      await storeChat(device, chat, 'Images');
      question = await say(device, chat, 'Draw a fox');
    } else {
      await database.query(`insert into public.chat_history (id, user_id, title) values ($1, $2, 'Images')`, [
        chat,
        user.id,
      ]);
      await database.query(
        `insert into public.chat_messages (id, chat_id, user_id, role, content) values ($1, $2, $3, 'user', 'Draw')`,
        [question, chat, user.id],
      );
    }
    const { status, body } = await user.post(
      'image-generation',
      { prompt: 'A fox' },
      {
        apikey: 'sb_publishable_test',
        'x-clover-message-id': question,
        'x-clover-question-id': question,
        'x-clover-reply-id': reply,
      },
    );
    expect({ status, body }).toMatchObject({ status: 200 });
    return { chat, reply, id: String(body.imageUrl).split('/').at(-1) ?? '' };
  };
  const storedImages = (user: SignedIn) =>
    database.query<{
      id: string;
      message_id: string | null;
      content_type: string;
      start: string;
      bytes: number;
    }>(
      `select id, message_id, content_type, encode(substring(content for 8), 'escape') as start,
         octet_length(content) as bytes
       from public.message_images where user_id = $1 order by created_at`,
      [user.id],
    );
  const load = async (user: SignedIn, device: EncryptedDevice, id: string) => {
    const response = await fetch(`${service.url}/functions/v1/images/${id}`, {
      headers: { apikey: 'sb_publishable_test', authorization: `Bearer ${user.token}` },
    });
    const file = {
      type: response.headers.get('content-type') ?? '',
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
    return decryptImage(device.history, device.service, id, file);
  };
  const startOf = ({ bytes }: { readonly bytes: Uint8Array }) =>
    Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  const usageOf = async ({ id }: SignedIn) =>
    (
      await database.query<{ bytes: string }>(`select bytes from private.account_usage where user_id = $1`, [
        id,
      ])
    )[0]?.bytes;

  it('are stored encrypted by the gateway, and belong to their reply', async () => {
    const user = await makeUser();
    const vault = await encryptAccount(database, user.id);
    const device = openEncryptedDevice(service, user, vault);
    const { reply, id } = await ask(user, device);
    expect(await storedImages(user)).toEqual([
      expect.objectContaining({ id, message_id: reply, content_type: encryptedType }),
    ]);
    const image = await load(user, openEncryptedDevice(service, user, vault), id);
    expect([image.type, startOf(image)]).toEqual(['image/png', pngStart]);
    await device.client.rpc('delete_version', { message: reply }).throwOnError();
  });

  it('fail verification if they are swapped or plain', async () => {
    const user = await makeUser();
    const vault = await encryptAccount(database, user.id);
    const device = openEncryptedDevice(service, user, vault);
    const [first, second] = [await ask(user, device), await ask(user, device)];
    await database.query(
      `update public.message_images i set content = other.content from public.message_images other
       where i.id = $1 and other.id = $2`,
      [first.id, second.id],
    );
    await expect(load(user, device, first.id)).rejects.toThrow('failed verification: wrong');
    const plain = { type: 'image/png', bytes: new TextEncoder().encode(pngStart) };
    await expect(decryptImage(device.history, device.service, second.id, plain)).rejects.toThrow(
      'failed verification: damaged',
    );
  });

  it('are converted when encrypted history is turned on and off', async () => {
    const user = await makeUser();
    const { id, reply } = await ask(user, null);
    const before = await storedImages(user);
    const usage = await usageOf(user);
    const vault = await encryptAccount(database, user.id, 'turning_on');
    await openEncryptedDevice(service, user, vault, 'turning_on').convert();
    const encrypted = await storedImages(user);
    expect(encrypted).toEqual([
      expect.objectContaining({
        id,
        message_id: reply,
        content_type: encryptedType,
        bytes: before[0]!.bytes + 55,
      }),
    ]);
    expect(startOf(await load(user, openEncryptedDevice(service, user, vault), id))).toBe(pngStart);
    await startTurningOff(database, vault);
    await openEncryptedDevice(service, user, vault, 'turning_off').convert();
    expect(await storedImages(user)).toEqual(before);
    expect(await usageOf(user)).toBe(usage);
  });

  it('are copied with their replies into another chat', async () => {
    const user = await makeUser();
    const vault = await encryptAccount(database, user.id);
    const device = openEncryptedDevice(service, user, vault);
    const { reply, chat } = await ask(user, device);
    const fork = randomUUID();
    await device.client.rpc('fork_chat', { message: reply, new_chat: fork }).throwOnError();
    await device.client.from('chat_history').delete().eq('id', chat).throwOnError();
    const [copy, ...others] = await storedImages(user);
    expect(others).toEqual([]);
    const { data } = await device.client.rpc('list_branch', { chat: fork }).throwOnError();
    const last = (data as { id: string; content: string }[]).at(-1);
    expect(last).toMatchObject({
      id: copy?.message_id,
      content: `![A fox](/functions/v1/images/${copy?.id})`,
    });
    expect(startOf(await load(user, device, copy?.id ?? ''))).toBe(pngStart);
  });

  it('are copied encrypted while encrypted history is being turned on, even if they are still plain', async () => {
    const user = await makeUser();
    const { reply } = await ask(user, null);
    const vault = await encryptAccount(database, user.id, 'turning_on');
    const device = openEncryptedDevice(service, user, vault, 'turning_on');
    await device.client.rpc('fork_chat', { message: reply, new_chat: randomUUID() }).throwOnError();
    const [original, copy] = await storedImages(user);
    expect(copy).toMatchObject({ content_type: encryptedType, bytes: original!.bytes + 55 });
    expect(startOf(await load(user, device, copy?.id ?? ''))).toBe(pngStart);
  });

  it('are copied plain while encrypted history is being turned off', async () => {
    const user = await makeUser();
    const vault = await encryptAccount(database, user.id);
    const { reply } = await ask(user, openEncryptedDevice(service, user, vault));
    await startTurningOff(database, vault);
    const device = openEncryptedDevice(service, user, vault, 'turning_off');
    await device.client.rpc('fork_chat', { message: reply, new_chat: randomUUID() }).throwOnError();
    expect((await storedImages(user)).map(({ content_type }) => content_type)).toEqual([
      encryptedType,
      'image/png',
    ]);
  });

  it('leave no incomplete copy of a chat if they exceed the limit', async () => {
    const user = await makeUser();
    const vault = await encryptAccount(database, user.id);
    const device = openEncryptedDevice(service, user, vault);
    const { chat, reply } = await ask(user, device);
    const [image] = await storedImages(user);
    // Enough space for the copied messages, but not for the image.
    await database.query(
      `update private.account_usage u
       set bytes = private.integer_setting('professional_stored_megabytes', 20) * 1048576::bigint - $2
       where user_id = $1`,
      [user.id, image!.bytes - 1],
    );
    const fork = await device.client.rpc('fork_chat', { message: reply, new_chat: randomUUID() });
    expect(fork.error).toMatchObject({ hint: 'limit', message: expect.stringContaining('You can keep') });
    const chats = await device.client.from('chat_history').select('id').throwOnError();
    expect(chats.data).toEqual([{ id: chat }]);
  });

  it('are refused if they are plain', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    await encryptAccount(database, user.id);
    const store = (type: string, content: string, owner = user) =>
      service.admin.rpc('store_message_image', {
        owner_id: owner.id,
        content_type: type,
        content: Buffer.from(content).toString('base64'),
      });
    expect((await store('image/png', 'A secret')).error).toMatchObject({ hint: 'encryption_required' });
    expect((await store(encryptedType, 'A secret')).error).toMatchObject({ code: '23514' });
    expect((await store(encryptedType, 'enc1.p.and-more', other)).error).toMatchObject({
      hint: 'encryption_not_on',
    });
  });

  it('are copied only by their owner, only for their own imported messages, and unchanged', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const vault = await encryptAccount(database, user.id);
    const device = openEncryptedDevice(service, user, vault);
    const { id: own } = await ask(user, device);
    const { id: foreign } = await ask(other, null);
    const importedBy = async (owner: SignedIn) => {
      const [message] = await database.query<{ id: string }>(
        `update public.chat_messages set origin = 'import' where user_id = $1 and role = 'assistant' returning id`,
        [owner.id],
      );
      return message!.id;
    };
    const messages = { own: await importedBy(user), foreign: await importedBy(other) };
    const contentOf = async (id: string) => {
      const [image] = await database.query<{ content_type: string; content: string }>(
        `select content_type, translate(encode(content, 'base64'), e'\n', '') as content
         from public.message_images where id = $1`,
        [id],
      );
      return image!;
    };
    const copy = async (
      caller: SignedIn,
      source: string,
      message: string,
      change: (bytes: Buffer) => Buffer = (bytes) => bytes,
    ) => {
      const { content_type, content } = await contentOf(source);
      const changed = change(Buffer.from(content, 'base64')).toString('base64');
      const client = openEncryptedDevice(service, caller, vault).service;
      return client.call('copy_message_image', {
        source,
        copy: randomUUID(),
        message,
        content_type,
        content: changed,
      });
    };
    await expect(copy(user, foreign, messages.own)).rejects.toThrow('403');
    await expect(copy(other, own, messages.foreign)).rejects.toThrow('403');
    await expect(copy(user, own, messages.foreign)).rejects.toThrow('403');
    const longer = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')]);
    await expect(copy(user, own, messages.own, longer)).rejects.toThrow('400');
    const changed = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]);
    await expect(copy(other, foreign, messages.foreign, changed)).rejects.toThrow('400');
    expect(await copy(user, own, messages.own)).toBe(true);
    expect(await copy(other, foreign, messages.foreign)).toBe(true);
  });
});
