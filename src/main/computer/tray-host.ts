import { busCall, openSessionBus, type SessionBus } from '../dbus/session-bus.ts';

/** The part of the desktop that shows tray icons. */
export interface TrayHost {
  /** False on a desktop that shows no tray icons, where users could not reopen a hidden window. */
  readonly isAvailable: () => boolean;
  readonly onChange: (listener: () => void) => void;
  /** Resolves to true as soon as the desktop shows tray icons, or to false after this many milliseconds. */
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

/**
 * Checks whether a tray is available: the watcher with which Electron registers icons must run, and a panel must show
 * the icons [StatusNotifierItem].
 */
async function findHost(bus: SessionBus): Promise<boolean> {
  // Check this first, because reading a property of a service that is not running could start it.
  if (!isTrue(await bus.call(busCall('NameHasOwner', watcher)), 0)) return false;
  // The reply is a variant. Its signature `b` takes three bytes, and the value is aligned to four bytes.
  return isTrue(await bus.call(hasHost), 4);
}

async function watchHost(bus: SessionBus, report: (isAvailable: boolean) => void): Promise<void> {
  let last = 0;
  const look = async (): Promise<void> => {
    last += 1;
    const current = last;
    const isAvailable = await findHost(bus).catch(() => false);
    // A newer query has started, so this result is outdated.
    if (current === last) report(isAvailable);
  };
  bus.onSignal(() => void look());
  bus.onClosed(() => report(false));
  for (const rule of signals) await bus.call(busCall('AddMatch', rule));
  await look();
}

/**
 * Reports whether the desktop has a tray. Windows and macOS always have one. On Linux `new Tray()` succeeds even
 * without a tray, so this function queries the message bus.
 */
export function watchTrayHost(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): TrayHost {
  const listeners = new Set<() => void>();
  let isAvailable = platform !== 'linux';
  const report = (next: boolean): void => {
    if (next === isAvailable) return;
    isAvailable = next;
    for (const listener of listeners) listener();
  };
  if (!isAvailable)
    void openSessionBus(environment)
      .then((bus) => watchHost(bus, report))
      .catch(() => undefined);
  return {
    isAvailable: () => isAvailable,
    onChange: (listener) => void listeners.add(listener),
    wait: (milliseconds) =>
      new Promise((resolve) => {
        if (isAvailable) return resolve(true);
        const timer = setTimeout(resolve, milliseconds, false);
        listeners.add(() => {
          if (!isAvailable) return;
          clearTimeout(timer);
          resolve(true);
        });
      }),
  };
}
