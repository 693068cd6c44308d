import { waitFor } from '../lib/figures.ts';
import { describeAct, deviceCount, type Act, type History } from './acts.ts';
import { readData } from './answers.ts';
import { findFailures } from './check.ts';
import { Device } from './device.ts';
import type { Lane } from './lane.ts';
import { Ledger } from './ledger.ts';
import { performInChat, performInNewChat } from './perform.ts';
import { Random, seedOf } from '../lib/random.ts';
import { settle } from './settle.ts';

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
      const performStep = () => Promise.all(step.map(perform));
      if (place > 1) {
        await performStep();
        continue;
      }
      // The first messages must exist everywhere before other acts can use them.
      await waitFor(async () => !(await performStep()).includes(false), setUpLimit, 'the first messages');
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
    const { screens, stored, isSettled } = await settle({
      lane,
      devices,
      userId: account.userId,
      ledger,
      calls,
    });
    if (!isSettled) note('not settled in time');
    note('settled');
    const { used } = await readData<{ readonly used: number }>(() => account.client.rpc('get_message_quota'));
    const failures = findFailures({ ledger, stored, screens, calls: calls(), notices, used });
    for (const { network } of devices) for (const [fault, times] of network.faultCounts) count(fault, times);
    faults.delete('plain');
    faults.delete('up');
    return { history, failures, log, acts, texts: ledger.texts.size, calls: calls().length, faults };
  } finally {
    for (const device of devices) device.stop();
  }
}
