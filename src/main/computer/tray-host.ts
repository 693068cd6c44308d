import { busCall, openSessionBus, type SessionBus } from '../dbus/session-bus.ts';

/** The part of the desktop that shows tray icons. */
export interface TrayHost {
  /** False on a desktop that shows no tray icons. There, users couldn't reopen a hidden window. */
  readonly isThere: () => boolean;
  readonly onChange: (listener: () => void) => void;
  /** Resolves to true once the desktop shows tray icons, or to false after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<boolean>;
}

const watcher = 'org.kde.StatusNotifierWatcher';
const signals = [
  `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${watcher}'`,
  `type='signal',interface='${watcher}'`,
] as const;
const hasHost = {
  destination: watcher,
  path: '/StatusNotifierWatcher',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  texts: [watcher, 'IsStatusNotifierHostRegistered'],
} as const;

const isTrue = (body: Buffer, at: number): boolean => body.length >= at + 4 && body.readUInt32LE(at) === 1;

/** Whether the watcher that Electron's icons register with runs, and something shows them [StatusNotifierItem]. */
async function findHost(bus: SessionBus): Promise<boolean> {
  // Asking for the property of a missing service could start it.
  if (!isTrue(await bus.call(busCall('NameHasOwner', watcher)), 0)) return false;
  // A variant: its signature `b` takes three bytes, the value is aligned to four.
  return isTrue(await bus.call(hasHost), 4);
}

async function follow(bus: SessionBus, tell: (isThere: boolean) => void): Promise<void> {
  let last = 0;
  const look = async (): Promise<void> => {
    last += 1;
    const current = last;
    const isThere = await findHost(bus).catch(() => false);
    // The answer to an earlier question is outdated.
    if (current === last) tell(isThere);
  };
  bus.onSignal(() => void look());
  bus.onClosed(() => tell(false));
  for (const rule of signals) await bus.call(busCall('AddMatch', rule));
  await look();
}

/** Windows and macOS always show tray icons. On Linux `new Tray()` succeeds without a host, so this queries the message bus. */
export function watchTrayHost(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): TrayHost {
  const listeners = new Set<() => void>();
  let isThere = platform !== 'linux';
  const tell = (next: boolean): void => {
    if (next === isThere) return;
    isThere = next;
    for (const listener of listeners) listener();
  };
  if (!isThere)
    void openSessionBus(environment)
      .then((bus) => follow(bus, tell))
      .catch(() => undefined);
  return {
    isThere: () => isThere,
    onChange: (listener) => void listeners.add(listener),
    wait: (milliseconds) =>
      new Promise((resolve) => {
        if (isThere) return resolve(true);
        const timer = setTimeout(resolve, milliseconds, false);
        listeners.add(() => {
          if (!isThere) return;
          clearTimeout(timer);
          resolve(true);
        });
      }),
  };
}
