import { log } from '../log.ts';
import { notesOf } from './signature.ts';
import { updateTexts as texts } from './texts.ts';

/** A configured electron-updater: it downloads only on request and never downgrades. */
export interface Updater {
  /** False for copies that are updated in another way: unpacked archives and system packages. */
  readonly isActive: () => boolean;
  /**
   * Finds the newest release, whose signature is not yet checked. Null if this copy is up to date or not yet in the
   * staged rollout.
   */
  readonly findNewer: () => Promise<{ readonly version: string; readonly release: unknown } | null>;
  /**
   * Resolves when the files are downloaded and their checksums are correct. They are installed when the app quits.
   */
  readonly download: () => Promise<void>;
  readonly restartAndInstall: () => void;
}

export interface UpdateOptions {
  /** Null for copies without updates: development, portable, or built without a key. */
  readonly updater: (() => Promise<Updater>) | null;
  readonly isSigned: (release: unknown) => boolean;
  readonly notify: (message: string, detail?: string) => Promise<void>;
  /** @returns whether the user wants to restart now */
  readonly askRestart: (message: string, detail: string) => Promise<boolean>;
  /**
   * Whether the user allows daily checks; asks until they have decided. A check reveals this computer's IP address to
   * the release host.
   */
  readonly mayCheck: () => Promise<boolean>;
  /** Whether a reply is running, which a restart would interrupt. */
  readonly isBusy: () => boolean;
  /** Resolves when no reply is running. */
  readonly idle: () => Promise<void>;
  readonly currentVersion: string;
  /** Whether a version did not start on this computer. */
  readonly hasFailed: (version: string) => boolean;
}

export interface Updates {
  /** Checks at the user's request and shows the result. */
  readonly check: () => Promise<void>;
  /** Checks once a day if the user agrees, and notifies only if an update is ready. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** In milliseconds. Right after the app's start, other work is more important than a check. */
export const firstCheckDelay = 60_000;
export const checkInterval = 24 * 60 * 60_000;

type Outcome =
  | { readonly kind: 'newest' | 'foreign' | 'failed' | 'none' }
  | { readonly kind: 'broken'; readonly version: string }
  | {
      readonly kind: 'ready';
      readonly version: string;
      readonly notes: string | undefined;
      readonly updater: Updater;
    };

/**
 * Keeps the app up to date: finds a release, checks its signature, downloads it, and installs it when the user agrees
 * or the app quits. Errors here never affect the running app.
 */
export function createUpdates(options: UpdateOptions): Updates {
  const {
    updater: load,
    isSigned,
    notify,
    askRestart,
    mayCheck,
    isBusy,
    idle,
    currentVersion,
    hasFailed,
  } = options;
  let running: Promise<Outcome> | null = null;
  /** A downloaded update is offered once. If the user declines, it is installed when the app quits. */
  let offeredVersion: string | null = null;
  let offering: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const logFailure = (error: unknown): void =>
    log('update.failed', { kind: error instanceof Error ? error.name : typeof error });

  /** Returns null if this copy has no updates. */
  async function activeUpdater(): Promise<Updater | null> {
    const updater = await load?.();
    return updater?.isActive() ? updater : null;
  }

  async function findUpdate(): Promise<Outcome> {
    try {
      const updater = await activeUpdater();
      if (!updater) return { kind: 'none' };
      const newer = await updater.findNewer();
      if (!newer) return { kind: 'newest' };
      if (hasFailed(newer.version)) return { kind: 'broken', version: newer.version };
      if (!isSigned(newer.release)) {
        log('update.foreign', { version: newer.version });
        return { kind: 'foreign' };
      }
      await updater.download();
      log('update.ready', { version: newer.version });
      return { kind: 'ready', version: newer.version, notes: notesOf(newer.release), updater };
    } catch (error) {
      logFailure(error);
      return { kind: 'failed' };
    }
  }

  /** Runs one check at a time. If the user requests a check during the daily one, they get its result. */
  function checkOnce(): Promise<Outcome> {
    running ??= findUpdate().finally(() => (running = null));
    return running;
  }

  async function offer({ version, notes, updater }: Extract<Outcome, { kind: 'ready' }>): Promise<void> {
    offeredVersion = version;
    await idle();
    const news = notes === undefined ? [] : [texts.notes({ notes })];
    if (!(await askRestart(texts.ready({ version }), [texts.readyDetail, ...news].join('\n\n')))) return;
    // A reply may have started while the dialog was open.
    await idle();
    updater.restartAndInstall();
  }

  /** Makes one offer at a time, because an offer may wait a long time for a reply to end. */
  function offerOnce(ready: Extract<Outcome, { kind: 'ready' }>): Promise<void> {
    offering ??= offer(ready).finally(() => (offering = null));
    return offering;
  }

  /** Returns whether to check daily. Doesn't ask in a copy that cannot update itself. */
  async function mayCheckDaily(): Promise<boolean> {
    try {
      return (await activeUpdater()) !== null && (await mayCheck());
    } catch (error) {
      logFailure(error);
      return false;
    }
  }

  async function checkDaily(): Promise<void> {
    timer = setTimeout(() => void checkDaily(), checkInterval);
    if (offering || !(await mayCheckDaily())) return;
    const outcome = await checkOnce();
    if (outcome.kind === 'ready' && offeredVersion !== outcome.version) await offerOnce(outcome);
  }

  return {
    async check() {
      if (!offering) {
        const outcome = await checkOnce();
        if (outcome.kind === 'newest') return notify(texts.newest({ version: currentVersion }));
        if (outcome.kind === 'broken') return notify(texts.broken({ version: outcome.version }));
        if (outcome.kind !== 'ready') return notify(texts[outcome.kind], texts.detail[outcome.kind]);
        void offerOnce(outcome);
      }
      if (isBusy()) await notify(texts.waiting, texts.waitingDetail);
      await offering;
    },
    start() {
      if (load) timer = setTimeout(() => void checkDaily(), firstCheckDelay);
    },
    stop: () => clearTimeout(timer),
  };
}
