import { Random } from '../lib/random.ts';
import type { NetworkState } from './network.ts';

/** A user's action on a device, or a fault. `roll` (0 to 1) chooses the chat, message or button to act on. */
export type Act =
  | { readonly kind: 'send-new' | 'type'; readonly device: number; readonly words: number }
  | {
      readonly kind: 'send' | 'queue' | 'edit';
      readonly device: number;
      readonly roll: number;
      readonly words: number;
    }
  | { readonly kind: ListAct | ChatAct; readonly device: number; readonly roll: number }
  | {
      readonly kind: 'network';
      readonly device: number;
      readonly state: NetworkState;
      readonly isKnown: boolean;
    }
  | { readonly kind: 'cut' | 'reload' | 'close' | 'open'; readonly device: number }
  | { readonly kind: 'kill' };

/** Actions on a chat in the list, and on an open chat. */
export type ListAct = 'rename' | 'pin' | 'archive' | 'delete';
type ChatAct = 'regenerate' | 'continue' | 'retry' | 'stop' | 'version' | 'cancel' | 'open-chat';

export type ActKind = Act['kind'];

export const isListAct = (kind: ActKind): kind is ListAct =>
  kind === 'rename' || kind === 'pin' || kind === 'archive' || kind === 'delete';

/** A scenario: its devices and their acts in order. The acts of one step run at the same time. */
export interface History {
  readonly seed: number;
  readonly index: number;
  /** The error of each device's clock, in milliseconds. */
  readonly clocks: readonly number[];
  /** Whether each device's network delays, repeats, reorders and cuts off requests. */
  readonly isRough: readonly boolean[];
  /** Whether each device has installed the app, so that it opens offline. */
  readonly isInstalled: readonly boolean[];
  /** Messages per day; null for no limit. */
  readonly quota: number | null;
  readonly steps: readonly (readonly Act[])[];
}

export const deviceCount = 3;
/** The daily limit of accounts with a quota. It is low enough that some histories reach it. */
export const smallQuota = 6;

const day = 24 * 60 * 60_000;

const weights: Readonly<Record<ActKind, number>> = {
  'send-new': 7,
  send: 20,
  queue: 10,
  type: 3,
  edit: 9,
  regenerate: 8,
  continue: 4,
  retry: 4,
  stop: 7,
  rename: 8,
  pin: 7,
  archive: 3,
  delete: 3,
  version: 8,
  cancel: 4,
  'open-chat': 6,
  network: 14,
  cut: 5,
  reload: 7,
  close: 4,
  open: 0,
  kill: 3,
};

function makeAct(random: Random, device: number): Act {
  const kind = random.weighted(weights);
  switch (kind) {
    case 'send-new':
    case 'type':
      return { kind, device, words: 1 + random.below(6) };
    case 'send':
    case 'queue':
    case 'edit':
      return { kind, device, roll: random.next(), words: 1 + random.below(6) };
    case 'network': {
      const state = random.weighted({ up: 5, down: 4, silent: 2 });
      return { kind, device, state, isKnown: random.chance(0.6) };
    }
    case 'cut':
    case 'reload':
    case 'close':
    case 'open':
      return { kind, device };
    case 'kill':
      return { kind };
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
      return { kind, device, roll: random.next() };
  }
}

/** Creates the history for a seed. It starts with two messages, so that every act is possible. */
export function makeHistory(seed: number, index: number, length: number): History {
  const random = new Random(seed);
  const clocks = Array.from({ length: deviceCount }, () =>
    random.chance(0.3) ? (random.chance(0.5) ? day : -day) : 0,
  );
  const isRough = Array.from({ length: deviceCount }, () => random.chance(0.4));
  const isInstalled = Array.from({ length: deviceCount }, () => random.chance(0.08));
  const quota = random.chance(0.2) ? smallQuota : null;
  const closed = new Set<number>();
  const steps: Act[][] = [
    [{ kind: 'send-new', device: 0, words: 3 }],
    [{ kind: 'send', device: 1, roll: 0, words: 3 }],
  ];
  while (steps.length < length) {
    const devices = [0, 1, 2].filter(() => random.chance(0.55));
    const acts = devices.map((device): Act => {
      const act = makeAct(random, device);
      if (closed.delete(device)) return { kind: 'open', device };
      if (act.kind === 'close') closed.add(device);
      return act;
    });
    // The service is killed at most once per step.
    const firstKill = acts.findIndex(({ kind }) => kind === 'kill');
    const step = acts.filter(({ kind }, place) => kind !== 'kill' || place === firstKill);
    if (step.length > 0) steps.push(step);
  }
  return { seed, index, clocks, isRough, isInstalled, quota, steps };
}

export function describeAct(act: Act): string {
  if (act.kind === 'kill') return 'the service is killed';
  const detail = act.kind === 'network' ? ` ${act.state}${act.isKnown ? '' : ' unnoticed'}` : '';
  return `device ${act.device}: ${act.kind}${detail}`;
}
