import { beforeEach, describe, expect, it } from 'vitest';
import { createTurnOffStatements } from '../vault/account-keys.ts';
import { createSampleAccount } from '../vault/testing/sample-account.ts';
import { encryptHead } from '../vault/chat-head.ts';
import { ServiceRefusal } from './service-refusal.ts';
import { FakeChatService, FakeDevice } from './testing/fake-chat.ts';

// The service's manipulations of a chat's messages must be reported. Ordinary changes must not.

const fine = { isOlder: false, missing: 0 };
const { vault } = await createSampleAccount();

let service: FakeChatService;
/** A device that has seen the chat before. */
let device: FakeDevice;
let ids: string[];
const newDevice = () => new FakeDevice(vault, service);

beforeEach(async () => {
  service = new FakeChatService(crypto.randomUUID(), vault.publicKey);
  device = newDevice();
  ids = service.add(6);
  await device.loadAndCheck();
});

describe('a hostile service', () => {
  const devices = [
    ['a device that has seen the chat', () => device],
    ['a new device', newDevice],
  ] as const;

  describe.each(devices)('is detected by %s', (_name, chosen) => {
    const problems = () => chosen().loadAndCheck();

    it('if it drops the newest message', async () => {
      service.active = ids[4]!;
      service.dropped.add(ids[5]!);
      expect(await problems()).toEqual({ isOlder: false, missing: 1 });
    });

    it('if it shows an earlier message as the last one', async () => {
      service.active = ids[2]!;
      expect(await problems()).toEqual({ isOlder: false, missing: 3 });
    });

    it('if it drops a message in the middle', async () => {
      service.dropped.add(ids[2]!).add(ids[3]!);
      expect(await problems()).toEqual({ isOlder: false, missing: 2 });
    });

    it('if it drops the oldest messages', async () => {
      service.dropped.add(ids[0]!).add(ids[1]!);
      expect(await problems()).toEqual({ isOlder: false, missing: 2 });
    });

    it('if it drops all messages', async () => {
      for (const id of ids) service.dropped.add(id);
      expect(await problems()).toEqual({ isOlder: false, missing: 6 });
    });

    it('if it drops another branch', async () => {
      const version = service.add(2, ids[3]!);
      await device.loadAndCheck();
      for (const id of ids.slice(4)) service.dropped.add(id);
      expect(await problems()).toEqual({ isOlder: false, missing: 2 });
      for (const id of version) service.dropped.add(id);
      service.active = ids[3]!;
      expect(await problems()).toMatchObject({ missing: 4 });
    });

    it('if it swaps two messages', async () => {
      const { branch } = service;
      service.branch = (most) => {
        const { messages, isWhole } = branch.call(service, most);
        return { messages: messages.with(2, messages[3]!).with(3, messages[2]!), isWhole };
      };
      expect((await problems())?.missing).toBeGreaterThan(0);
    });

    it('if it forges a reply that hides its question', async () => {
      service.replaced.set(ids[5]!, { id: ids[5]!, parentId: ids[3]! });
      expect(await problems()).toEqual({ isOlder: false, missing: 1 });
    });

    it('if it replays an earlier list of messages', async () => {
      const earlier = [...service.messages];
      service.add(2);
      await device.loadAndCheck();
      service.messages = earlier;
      service.active = ids[5]!;
      expect(await problems()).toEqual({ isOlder: false, missing: 2 });
    });

    it("if it returns another chat's head", async () => {
      const other = { number: 1, previous: null, removedAt: 0, messages: [] };
      service.head = await encryptHead(vault, crypto.randomUUID(), other);
      expect(await problems()).toMatchObject({ isOlder: true });
    });

    it("if it returns another account's head", async () => {
      const stranger = await createSampleAccount();
      const other = { number: 2, previous: null, removedAt: 2, messages: [] };
      service.head = await encryptHead(stranger.vault, service.chatId, other);
      expect(await problems()).toMatchObject({ isOlder: true });
    });

    it('if it shortens the head', async () => {
      service.head = { ...service.head!, envelope: service.head!.envelope.slice(0, -4) };
      expect(await problems()).toMatchObject({ isOlder: true });
    });

    it('if it gives an earlier head a higher number', async () => {
      service.head = { ...service.head!, number: 9 };
      expect(await problems()).toMatchObject({ isOlder: true });
    });

    it('if it gives the head a lower number', async () => {
      service.add(1);
      await device.loadAndCheck();
      service.head = { ...service.head!, number: 1 };
      expect(await problems()).toMatchObject({ isOlder: true });
    });
  });

  it('is detected by a device that has seen the chat if it replays head and messages', async () => {
    const [head, earlier] = [service.head, [...service.messages]];
    service.add(2);
    await device.loadAndCheck();
    service.head = head;
    service.messages = earlier;
    service.active = ids[5]!;
    expect(await device.loadAndCheck()).toMatchObject({ isOlder: true });
    // A new device can't know that the chat has more messages.
    expect(await newDevice().loadAndCheck()).toEqual(fine);
  });

  it('is detected by a device that has seen the chat if it returns no head', async () => {
    service.head = null;
    expect(await device.loadAndCheck()).toMatchObject({ isOlder: true });
  });

  it('is detected if it returns different heads to two devices', async () => {
    const shared = service.head;
    service.add(1);
    await device.loadAndCheck();
    const ofDevice = service.head;
    service.head = shared;
    const other = newDevice();
    await other.loadAndCheck();
    expect(service.head).not.toEqual(ofDevice);
    expect(await device.loadAndCheck()).toMatchObject({ isOlder: true });
    // Even after another change.
    service.add(1);
    await other.loadAndCheck();
    expect(await device.loadAndCheck()).toMatchObject({ isOlder: true });
  });

  it('is detected if it accepts no heads and drops a message that the device has seen', async () => {
    service.acceptsHeads = false;
    const [id = ''] = service.add(1);
    await device.loadAndCheck();
    service.dropped.add(id);
    service.active = ids[5]!;
    expect(await device.loadAndCheck()).toEqual({ isOlder: false, missing: 1 });
  });

  it('is reported until it returns the message again', async () => {
    service.dropped.add(ids[2]!);
    expect(await device.loadAndCheck()).toMatchObject({ missing: 1 });
    service.add(1);
    expect(await device.loadAndCheck()).toMatchObject({ missing: 1 });
    service.dropped.clear();
    expect(await device.loadAndCheck()).toEqual(fine);
  });
});

describe('no problem is reported', () => {
  it('about replies that no device has added to the head', async () => {
    service.add(2);
    expect(await newDevice().loadAndCheck()).toEqual(fine);
    service.add(2);
    expect(await device.loadAndCheck()).toEqual(fine);
  });

  it('about messages that the page has not loaded yet', async () => {
    const other = newDevice();
    await other.load();
    service.add(3);
    await device.loadAndCheck();
    expect(await other.check()).toEqual(fine);
  });

  it('about earlier messages that are not loaded', async () => {
    device.most = 2;
    expect(await device.loadAndCheck()).toEqual(fine);
    const other = newDevice();
    other.most = 3;
    expect(await other.loadAndCheck()).toEqual(fine);
  });

  it('about other branches, even after switching', async () => {
    service.add(2, ids[1]!);
    expect(await device.loadAndCheck()).toEqual(fine);
    service.active = ids[5]!;
    expect(await device.loadAndCheck()).toEqual(fine);
    expect(await newDevice().loadAndCheck()).toEqual(fine);
  });

  it('about messages that another device has deleted', async () => {
    const other = newDevice();
    await other.delete(ids[2]!);
    expect(await device.loadAndCheck()).toEqual(fine);
    expect(service.messages).toHaveLength(2);
    // This device still shows the deleted messages.
    const late = newDevice();
    await late.load();
    await other.delete(ids[1]!);
    expect(await late.check()).toEqual(fine);
    expect(await device.loadAndCheck()).toEqual(fine);
  });

  it('about a message that only this device has seen and another one has deleted', async () => {
    service.acceptsHeads = false;
    const [id = ''] = service.add(1);
    await device.loadAndCheck();
    service.acceptsHeads = true;
    await newDevice().delete(id);
    expect(await device.loadAndCheck()).toEqual(fine);
  });

  it.each(['read_chat_heads', 'list_branch', 'chat_messages', 'save_chat_head'])(
    'if another device deletes a message before %s',
    async (name) => {
      const other = newDevice();
      service.add(1);
      let isDone = false;
      service.before = async (called) => {
        if (isDone || called !== name) return;
        isDone = true;
        await other.delete(ids[4]!);
      };
      await device.load();
      expect([fine, null]).toContainEqual(await device.check());
      expect(isDone).toBe(true);
      service.before = () => {};
      expect(await device.loadAndCheck()).toEqual(fine);
      expect(await newDevice().loadAndCheck()).toEqual(fine);
    },
  );

  it('if another device deletes messages while the page reloads them', async () => {
    const other = newDevice();
    await device.load();
    service.add(2);
    await other.loadAndCheck();
    let isDone = false;
    service.before = async (called) => {
      if (isDone || called !== 'list_branch') return;
      isDone = true;
      await other.delete(ids[4]!);
    };
    expect(await device.check()).toEqual(fine);
    expect(isDone).toBe(true);
  });

  it('and nothing else is requested if earlier messages are not loaded', async () => {
    device.most = 2;
    await device.load();
    const requests: string[] = [];
    service.before = (name) => void requests.push(name);
    expect(await device.check()).toEqual(fine);
    expect(requests).toEqual(['read_chat_heads']);
  });

  it('if two devices write at the same time', async () => {
    const other = newDevice();
    for (let round = 0; round < 5; round += 1) {
      service.add(1);
      const [one, two] = await Promise.all([device.loadAndCheck(), other.loadAndCheck()]);
      expect([one, two]).toEqual([fine, fine]);
    }
    expect(service.head?.number).toBeGreaterThan(1);
  });

  it('while encrypted history is not on, or the chat cannot be read', async () => {
    service.dropped.add(ids[5]!);
    service.state = 'turning_on';
    expect(await device.loadAndCheck()).toBeNull();
    for (const state of ['turning_off', 'off']) {
      service.state = state;
      await expect(device.loadAndCheck()).rejects.toThrow(ServiceRefusal);
    }
    service.statements = await createTurnOffStatements(vault);
    for (const state of ['turning_off', 'off']) {
      service.state = state;
      expect(await device.loadAndCheck()).toBeNull();
    }
    service.state = 'on';
    service.isReadable = false;
    expect(await device.loadAndCheck()).toBeNull();
  });

  it('in a chat of thousands of messages with many branches', async () => {
    service.add(3_000);
    device.most = 60;
    expect(await device.loadAndCheck()).toEqual(fine);
    for (let n = 0; n < 40; n += 1) {
      service.add(2, ids[3]!);
      expect(await device.loadAndCheck()).toEqual(fine);
    }
    expect(service.head!.envelope.length).toBeLessThan(100_000);
    expect(await newDevice().loadAndCheck()).toEqual(fine);
    await newDevice().delete(ids[3]!);
    expect(await device.loadAndCheck()).toEqual(fine);
  });
});
