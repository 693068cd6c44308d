import { beforeEach, describe, expect, it } from 'vitest';
import { encryptHead, openHead } from '../vault/chat-head.ts';
import { createSampleAccount } from '../vault/testing/sample-account.ts';
import { FakeChatService, FakeDevice } from './testing/fake-chat.ts';

// The heads that devices sign and remember.

const fine = { isOlder: false, missing: 0 };
const { vault } = await createSampleAccount();

let service: FakeChatService;
/** A device that has seen the chat before. */
let device: FakeDevice;
let ids: string[];
const newDevice = () => new FakeDevice(vault, service);
const readHead = () => openHead(vault, service.chatId, service.head!);

beforeEach(async () => {
  service = new FakeChatService(crypto.randomUUID(), vault.publicKey);
  device = newDevice();
  ids = service.add(6);
  await device.loadAndCheck();
});

it.each<[string, () => Promise<void> | void]>([
  [
    'after one that fails verification',
    () => {
      service.head = { ...service.head!, envelope: service.head!.envelope.slice(0, -4) };
    },
  ],
  [
    'after one whose number the service has changed',
    () => {
      service.head = { ...service.head!, number: 1_000 };
    },
  ],
  [
    'after one that is older than it remembers',
    async () => {
      const earlier = service.head;
      await device.delete(service.add(1)[0]!);
      await device.loadAndCheck();
      service.head = earlier;
    },
  ],
  [
    'if it remembers one and the service returns none',
    () => {
      service.head = null;
    },
  ],
])('a device signs no head %s', async (_name, change) => {
  await change();
  const before = service.head;
  await expect(device.delete(ids[5]!)).rejects.toThrow('409');
  expect(service.messages).toHaveLength(6);
  service.exists = false;
  await device.emptyHead();
  expect(service.head).toEqual(before);
});

it('deleting a message keeps the other messages that the device remembers in the head', async () => {
  service.acceptsHeads = false;
  const [id = '', last = ''] = service.add(2);
  await device.loadAndCheck();
  service.acceptsHeads = true;
  await device.delete(last);
  expect((await readHead()).messages.map((message) => message.id)).toEqual([...ids, id]);
});

describe('before a chat is imported again', () => {
  it('its head is emptied, even if another device changes it meanwhile', async () => {
    const before = service.head!.number;
    service.exists = false;
    let isDone = false;
    service.before = async (name) => {
      if (isDone || name !== 'save_chat_head') return;
      isDone = true;
      await newDevice().emptyHead();
    };
    await device.emptyHead();
    expect(await readHead()).toMatchObject({ number: before + 2, removedAt: before + 2, messages: [] });
  });

  it('its head stays if the plan only hides the chat', async () => {
    const before = service.head;
    service.isReadable = false;
    await device.emptyHead();
    expect(service.head).toEqual(before);
  });
});

it('messages of earlier heads are reported as missing if later heads lack them', async () => {
  const head = await readHead();
  const shorter = { ...head, number: head.number + 2, messages: head.messages.slice(0, 4) };
  service.head = await encryptHead(vault, service.chatId, shorter);
  service.messages = service.messages.slice(0, 4);
  service.active = ids[3]!;
  expect(await device.loadAndCheck()).toEqual({ isOlder: false, missing: 2 });
});

it('a head with an older last deletion counts as older', async () => {
  await device.delete(ids[5]!);
  await device.loadAndCheck();
  const head = await readHead();
  const older = { ...head, number: head.number + 2, removedAt: 0 };
  service.head = await encryptHead(vault, service.chatId, older);
  expect(await device.loadAndCheck()).toMatchObject({ isOlder: true });
});

it('checks of a long chat change its head once', async () => {
  service.add(500);
  await device.loadAndCheck();
  const { number } = service.head!;
  for (const reader of [device, newDevice(), device]) {
    expect(await reader.loadAndCheck()).toEqual(fine);
    expect(service.head!.number).toBe(number);
  }
});

it('messages without a text are not signed, and their parents are not trusted', async () => {
  const [id = ''] = service.add(1);
  service.emptied.add(id);
  await device.loadAndCheck();
  expect((await readHead()).messages.map((message) => message.id)).toEqual(ids);
  // An unverified parent doesn't prove that earlier messages exist but are not loaded.
  service.dropped.add(ids[5]!);
  device.most = 1;
  expect(await device.loadAndCheck()).toEqual({ isOlder: false, missing: 1 });
});

describe('after a backup was restored', () => {
  it('each device that has seen more messages reports that until its user accepts the chat', async () => {
    const [head, messages] = [service.head, [...service.messages]];
    const other = newDevice();
    await other.loadAndCheck();
    service.add(2);
    for (const each of [device, other]) expect(await each.loadAndCheck()).toEqual(fine);
    service.head = head;
    service.messages = messages;
    service.active = ids[5]!;
    await device.load();
    expect(await device.check()).toMatchObject({ isOlder: true });
    expect(await device.accept()).toBe(true);
    expect(await device.loadAndCheck()).toEqual(fine);
    expect(await newDevice().loadAndCheck()).toEqual(fine);
    // After accepting, the device detects missing messages again.
    const [id = ''] = service.add(1);
    expect(await device.loadAndCheck()).toEqual(fine);
    expect(await other.loadAndCheck()).not.toEqual(fine);
    expect(await other.accept()).toBe(true);
    expect(await other.loadAndCheck()).toEqual(fine);
    expect(await device.loadAndCheck()).toEqual(fine);
    service.dropped.add(id);
    service.active = ids[5]!;
    expect(await device.loadAndCheck()).toEqual({ isOlder: false, missing: 1 });
  });

  it('a head that fails verification is replaced', async () => {
    service.head = { ...service.head!, envelope: service.head!.envelope.slice(0, -4) };
    expect(await device.accept()).toBe(true);
    expect(await device.loadAndCheck()).toEqual(fine);
  });

  it('nothing is forgotten if the service refuses the new head', async () => {
    service.dropped.add(ids[5]!);
    service.active = ids[4]!;
    service.acceptsHeads = false;
    expect(await device.accept()).toBe(false);
    expect(await device.loadAndCheck()).toEqual({ isOlder: false, missing: 1 });
  });
});
