import { log } from '../log.ts';
import { texts } from './texts.ts';

/** What is used of electron-updater, already set up: it downloads only when asked and never goes back a version. */
export interface Updater {
  /** False for a copy that something else updates: unpacked from an archive, or from the system's own packages. */
  readonly isActive: () => boolean;
  /** What the newest release says of itself, unchecked; null when this copy has it, or is not to have it yet. */
  readonly findNewer: () => Promise<{ readonly version: string; readonly release: unknown } | null>;
  /** Resolves when the files lie on the disk with the checksum that the release names; the app's end installs them. */
  readonly download: () => Promise<void>;
  readonly restartAndInstall: () => void;
}

export interface UpdateOptions {
  /** Null for a copy that has no updates: from its sources, built without a key for them, or portable. */
  readonly updater: (() => Promise<Updater>) | null;
  readonly isSigned: (release: unknown) => boolean;
  readonly tell: (message: string, detail?: string) => Promise<void>;
  /** @returns whether the person wants to restart now */
  readonly askRestart: (message: string, detail: string) => Promise<boolean>;
  readonly currentVersion: string;
}

export interface Updates {
  /** Looks for an update because the person asked, and says what came of it. */
  readonly check: () => Promise<void>;
  /** Looks once a day by itself; speaks only when an update is ready. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** The start has other things to do than to look for updates. */
export const firstCheckAfter = 60_000;
export const checkEvery = 24 * 60 * 60_000;

type Outcome =
  | { readonly kind: 'newest' | 'foreign' | 'failed' | 'none' }
  | { readonly kind: 'ready'; readonly version: string; readonly updater: Updater };

/**
 * Keeps the app up to date: looks, checks the signature before anything is downloaded, downloads, and installs when the
 * person says so or the app ends. Nothing that goes wrong here touches the running app.
 */
export function createUpdates(options: UpdateOptions): Updates {
  const { updater: load, isSigned, tell, askRestart, currentVersion } = options;
  let running: Promise<Outcome> | null = null;
  /** A downloaded update is offered once by itself; after that the app's end installs it. */
  let offered: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<Outcome> {
    if (!load) return { kind: 'none' };
    try {
      const updater = await load();
      if (!updater.isActive()) return { kind: 'none' };
      const found = await updater.findNewer();
      if (!found) return { kind: 'newest' };
      if (!isSigned(found.release)) {
        log('update.foreign', { version: found.version });
        return { kind: 'foreign' };
      }
      await updater.download();
      log('update.ready', { version: found.version });
      return { kind: 'ready', version: found.version, updater };
    } catch (error) {
      log('update.failed', { kind: error instanceof Error ? error.name : typeof error });
      return { kind: 'failed' };
    }
  }

  /** One look at a time: who asks during the daily one waits for that. */
  function lookOnce(): Promise<Outcome> {
    running ??= look().finally(() => (running = null));
    return running;
  }

  async function offer({ version, updater }: Extract<Outcome, { kind: 'ready' }>): Promise<void> {
    offered = version;
    if (await askRestart(texts.ready(version), texts.readyDetail)) updater.restartAndInstall();
  }

  async function lookByItself(): Promise<void> {
    timer = setTimeout(() => void lookByItself(), checkEvery);
    const outcome = await lookOnce();
    if (outcome.kind === 'ready' && offered !== outcome.version) await offer(outcome);
  }

  return {
    async check() {
      const outcome = await lookOnce();
      if (outcome.kind === 'ready') await offer(outcome);
      else if (outcome.kind === 'newest') await tell(texts.newest(currentVersion));
      else await tell(texts[outcome.kind], texts.detail[outcome.kind]);
    },
    start() {
      if (load) timer = setTimeout(() => void lookByItself(), firstCheckAfter);
    },
    stop: () => clearTimeout(timer),
  };
}
