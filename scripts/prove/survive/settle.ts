import { setTimeout as pause } from 'node:timers/promises';
import { screenDifferences } from './check.ts';
import { readDeviceRows } from './device-rows.ts';
import type { Device } from './device.ts';
import type { Lane } from './lane.ts';
import type { Ledger } from './ledger.ts';
import { readList, readScreen, type Screen } from './screen.ts';
import { expectedChats, readStored, type StoredAccount } from './stored.ts';
import type { VendorCall } from './vendor-log.ts';

/**
 * Milliseconds after the last fault until all devices must show the same. Long, because a retry may wait 30 s and the
 * machine may be slow.
 */
const limit = 180_000;
/** Milliseconds between two looks at the devices. */
const pauseBetweenLooks = 200;
/** After this many looks, the chats of a device are read although nothing on it has changed. */
const looksBetweenReadings = 12;

interface Settling {
  readonly lane: Lane;
  readonly devices: readonly Device[];
  readonly userId: string;
  readonly ledger: Ledger;
  readonly calls: () => readonly VendorCall[];
}

interface Settled {
  readonly stored: StoredAccount;
  readonly screens: readonly Screen[];
  /** False if a device still shows something else after the time limit. */
  readonly isSettled: boolean;
}

const isSame = (one: StoredAccount, other: StoredAccount | null) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Waits until all devices show what is stored. Looks first at what costs the least. */
export async function settle({ lane, devices, userId, ledger, calls }: Settling): Promise<Settled> {
  /** The screens that show `stored`. They are not read again, because that opens all their chats. */
  const settled = new Map<Device, Screen>();
  let stored: StoredAccount | null = null;
  const read = () => readStored(lane.admin, userId);

  const look = async (isDue: boolean): Promise<boolean> => {
    if (calls().some(({ isOpen }) => isOpen)) return false;
    const waiting = await Promise.all(
      devices
        .filter((device) => !settled.has(device))
        .map(async (device) => {
          const { openRequests, ids } = await readList(device.openPage);
          // Changes of archived chats wait without being shown.
          const { operations = [] } = await readDeviceRows(device.openPage, userId);
          return { device, ids, hasOperations: operations.length > 0, isBusy: openRequests > 0 };
        }),
    );
    // Reading a screen also sends held messages. Until then, the list and the outbox may remain unchanged.
    if (!isDue && waiting.some(({ isBusy, hasOperations }) => isBusy || hasOperations)) return false;
    const now = await read();
    if (!isSame(now, stored)) settled.clear();
    stored = now;
    if (now.runningReplies > 0) return false;
    const expectedIds = expectedChats(now)
      .map(({ id }) => id)
      .join();
    await Promise.all(
      waiting.map(async ({ device, ids, hasOperations }) => {
        if (!isDue && ids.join() !== expectedIds) return;
        const screen = await readScreen(device.openPage);
        if (!hasOperations && screenDifferences(screen, now, ledger.kills).length === 0)
          settled.set(device, screen);
      }),
    );
    // An operation may have ended after the database was read.
    return settled.size === devices.length && isSame(await read(), now);
  };

  const end = performance.now() + limit;
  let isSettled = false;
  for (let looks = 1; !isSettled && performance.now() < end; looks += 1) {
    // A page doesn't respond while it loads.
    isSettled = await look(looks % looksBetweenReadings === 0).catch(() => false);
    if (!isSettled) await pause(pauseBetweenLooks);
  }
  const screens = await Promise.all(
    devices.map(async (device) => settled.get(device) ?? (await readScreen(device.openPage))),
  );
  // Otherwise, read the database again, so that it matches the time at which the screens were read.
  const isShown = settled.size === devices.length;
  return { stored: isShown && stored ? stored : await read(), screens, isSettled };
}
