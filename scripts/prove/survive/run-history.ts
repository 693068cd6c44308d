import { waitFor } from '../lib/figures.ts';
import { describeAct, deviceCount, type Act, type History } from './acts.ts';
import { readData } from './answers.ts';
import { findFailures, screenDifferences } from './check.ts';
import { readDeviceRows } from './device-rows.ts';
import { Device } from './device.ts';
import type { Lane } from './lane.ts';
import { Ledger } from './ledger.ts';
import { performInChat, performInNewChat } from './perform.ts';
import { Random, seedOf } from '../lib/random.ts';
import { isListShown, readScreen, type Screen } from './screen.ts';
import { expectedChats, readStored, type StoredAccount } from './stored.ts';

export interface Outcome {
  readonly history: History;
  /** Empty if nothing was lost or duplicated. */
  readonly failures: readonly string[];
  /** The events, line by line. */
  readonly log: readonly string[];
  readonly acts: number;
  readonly texts: number;
  readonly calls: number;
  readonly faults: ReadonlyMap<string, number>;
}

/** Returns the outcome of a history that couldn't be completed. */
export const failedOutcome = (history: History, failures: readonly string[]): Outcome => ({
  history,
  failures,
  log: [],
  acts: 0,
  texts: 0,
  calls: 0,
  faults: new Map(),
});

/** In milliseconds, for the start that all histories share and that proves nothing. */
const setUpLimit = 60_000;
/**
 * Milliseconds after the last fault until all devices must show the same. Long, because a retry may wait 30 s and the
 * machine may be slow.
 */
const healLimit = 180_000;

const isFault = ({ kind }: Act) => ['network', 'cut', 'reload', 'close', 'kill'].includes(kind);

let runs = 0;

/**
 * Runs one history on three devices of a new account, ends all faults, and compares what the devices show with what is
 * stored.
 */
export async function runHistory(lane: Lane, history: History): Promise<Outcome> {
  runs += 1;
  // Unique for each run, because it identifies the calls to the vendor.
  const prefix = `h${runs}`;
  const ledger = new Ledger(prefix);
  const log: string[] = [];
  const start = performance.now();
  const note = (line: string) =>
    log.push(`${((performance.now() - start) / 1000).toFixed(2).padStart(6)} ${line}`);
  const account = await lane.newAccount(deviceCount, history.quota);
  const notices: string[][] = history.clocks.map(() => []);
  const devices = history.clocks.map((clock, index) => {
    const onNotice = (text: string) => {
      notices[index]?.push(text);
      note(`device ${index} says: ${text}`);
    };
    return new Device({
      lane,
      session: account.sessions[index] ?? '',
      clock,
      isInstalled: history.isInstalled[index] === true,
      onNotice,
    });
  });
  let acts = 0;
  const faults = new Map<string, number>();
  const count = (fault: string, times = 1) => faults.set(fault, (faults.get(fault) ?? 0) + times);

  const perform = async (act: Act) => {
    const result = await performAct(act).catch((error: unknown) =>
      // The screen didn't show the required elements in time.
      error instanceof Error ? `impossible: ${error.message.split('\n')[0]}` : 'impossible',
    );
    if (result === 'done') {
      acts += 1;
      if (isFault(act)) count(act.kind === 'network' ? act.state : act.kind);
    }
    note(`${describeAct(act)}: ${result}`);
    return result === 'done';
  };
  const performAct = async (act: Act): Promise<string> => {
    if (act.kind === 'kill') {
      ledger.kills += 1;
      await lane.kill();
      return 'done';
    }
    const device = devices[act.device];
    if (!device) return 'impossible';
    const isSeen = await device.isShown();
    const actor = { device, index: act.device, ledger };
    switch (act.kind) {
      case 'network':
        await device.setNetwork(act.state, act.isKnown);
        return 'done';
      case 'cut':
        device.network.cut();
        return 'done';
      case 'close':
        await device.closeTab();
        return 'done';
      case 'open':
        return (await device.openTab()) ? 'done' : 'impossible';
      case 'reload':
        // Without a service worker, an offline reload only shows the browser's error page.
        if (!device.canLoad()) return 'impossible';
        return (await device.reload()) ? 'done' : 'impossible';
      case 'send-new':
      case 'type':
        return isSeen ? performInNewChat(actor, act) : 'impossible';
      case 'send':
      case 'queue':
      case 'edit':
      case 'regenerate':
      case 'continue':
      case 'retry':
      case 'stop':
      case 'rename':
      case 'pin':
      case 'archive':
      case 'delete':
      case 'version':
      case 'cancel':
      case 'open-chat':
        return isSeen ? performInChat(actor, act) : 'impossible';
    }
  };

  try {
    await Promise.all(devices.map((device) => device.start()));
    note('all devices show the app');
    for (const [place, step] of history.steps.entries()) {
      if (place === 2)
        for (const [index, device] of devices.entries())
          if (history.isRough[index]) device.network.setRough(new Random(seedOf(history.seed, index)));
      let results = await Promise.all(step.map(perform));
      if (place > 1) continue;
      // The first messages must exist everywhere before other acts can use them.
      for (let tries = 0; tries < 3 && results.includes(false); tries += 1)
        results = await Promise.all(step.map(perform));
      if (place === 0)
        await waitFor(
          async () => (await devices[1]?.openPage.locator('[data-line]').count()) === 1,
          setUpLimit,
          'the first chat on device 1',
        );
    }
    note('healing');
    await Promise.all(devices.map((device) => device.heal()));
    const calls = () => lane.vendor.callsAbout(prefix);
    /** The screens that already show the stored state. They are not read again, because that opens all their chats. */
    const settled = new Map<Device, Screen>();
    let stored: StoredAccount | null = null;
    let looks = 0;
    const isSettled = async () => {
      looks += 1;
      if (calls().some(({ isOpen }) => isOpen)) return false;
      const now = await readStored(lane.admin, account.userId);
      if (JSON.stringify(now) !== JSON.stringify(stored)) settled.clear();
      stored = now;
      if (now.runningReplies > 0) return false;
      const ids = expectedChats(now).map(({ id }) => id);
      const look = async (device: Device) => {
        if (settled.has(device)) return;
        // Reading also sends held messages. Until then, the list and the outbox may remain unchanged.
        const isDue = looks % 20 === 0;
        if (!isDue && !(await isListShown(device.openPage, ids))) return;
        // Changes of archived chats wait without being shown.
        const { operations = [] } = await readDeviceRows(device.openPage, account.userId);
        if (!isDue && operations.length > 0) return;
        const screen = await readScreen(device.openPage);
        if (operations.length === 0 && screenDifferences(screen, now, ledger.kills).length === 0)
          settled.set(device, screen);
      };
      await Promise.all(devices.map(look));
      if (settled.size < devices.length) return false;
      // An operation may have ended after the database was read.
      const after = await readStored(lane.admin, account.userId);
      return JSON.stringify(after) === JSON.stringify(now);
    };
    await waitFor(() => isSettled().catch(() => false), healLimit, 'the devices').catch(() =>
      note('not settled in time'),
    );
    const screens = await Promise.all(
      devices.map(async (device) => settled.get(device) ?? (await readScreen(device.openPage))),
    );
    // Read the database again, so that it matches the time at which the screens were read.
    if (!stored || settled.size < devices.length) stored = await readStored(lane.admin, account.userId);
    note('settled');
    const { used } = await readData<{ readonly used: number }>(() => account.client.rpc('get_message_quota'));
    const failures = findFailures({ ledger, stored, screens, calls: calls(), notices, used });
    for (const { network } of devices) for (const [fault, times] of network.faultCounts) count(fault, times);
    faults.delete('plain');
    faults.delete('up');
    return { history, failures, log, acts, texts: ledger.texts.size, calls: calls().length, faults };
  } finally {
    await Promise.all(devices.map((device) => device.stop()));
  }
}
