import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adaptUpdater, type ElectronUpdater } from './adapt.ts';
import {
  checkInterval,
  createUpdates,
  firstCheckDelay,
  type UpdateOptions,
  type Updater,
} from './updates.ts';

/** Creates an updater that has found a version. It records its calls. */
function scripted(found: { version: string } | null = { version: '0.2.0' }) {
  const calls: string[] = [];
  const updater: Updater = {
    isActive: () => true,
    findNewer: async () => {
      calls.push('find');
      return found && { ...found, release: found };
    },
    download: async () => void calls.push('download'),
    restartAndInstall: () => void calls.push('restart'),
  };
  return { calls, updater };
}

function build(updater: Updater | null, options: Partial<UpdateOptions> = {}) {
  const messages: string[] = [];
  const updates = createUpdates({
    updater: updater && (async () => updater),
    isSigned: () => true,
    currentVersion: '0.1.0',
    hasFailed: () => false,
    mayCheck: async () => true,
    isBusy: () => false,
    idle: async () => undefined,
    notify: async (message) => void messages.push(message),
    askRestart: async (message) => {
      messages.push(message);
      return false;
    },
    ...options,
  });
  return { updates, messages };
}

describe('updates', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('reports that this is the newest version', async () => {
    const { calls, updater } = scripted(null);
    const { updates, messages } = build(updater);
    await updates.check();
    expect(messages).toEqual(["You're up to date. Clover 0.1.0 is the latest version."]);
    expect(calls).toEqual(['find']);
  });

  it('reports that a copy has no updates, and never checks automatically', async () => {
    const { updates, messages } = build(null);
    await updates.check();
    expect(messages).toEqual(["This copy of Clover doesn't update automatically."]);
    updates.start();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not report a copy as the newest if it is updated in another way', async () => {
    const { calls, updater } = scripted(null);
    const { updates, messages } = build({ ...updater, isActive: () => false });
    await updates.check();
    expect(messages).toEqual(["This copy of Clover doesn't update automatically."]);
    expect(calls).toEqual([]);
  });

  it('does not offer a version again that did not start here', async () => {
    const { calls, updater } = scripted();
    const { updates, messages } = build(updater, { hasFailed: (version) => version === '0.2.0' });
    updates.start();
    await vi.advanceTimersByTimeAsync(firstCheckDelay);
    updates.stop();
    expect(messages).toEqual([]);
    await updates.check();
    expect(calls).toEqual(['find', 'find']);
    expect(messages).toEqual(["Clover 0.2.0 didn't start on this computer, so it isn't offered again."]);
  });

  it('downloads nothing with an invalid signature', async () => {
    const { calls, updater } = scripted();
    const { updates, messages } = build(updater, { isSigned: () => false });
    await updates.check();
    expect(calls).toEqual(['find']);
    expect(messages[0]).toContain("its signature isn't valid");
  });

  it('restarts with a downloaded update only if the user agrees', async () => {
    const { calls, updater } = scripted();
    await build(updater).updates.check();
    expect(calls).toEqual(['find', 'download']);
    await build(updater, { askRestart: async () => true }).updates.check();
    expect(calls).toEqual(['find', 'download', 'find', 'download', 'restart']);
  });

  it('shows what is new before it restarts, if the release says so', async () => {
    const release = {
      version: '0.2.0',
      files: [{ url: 'Clover.exe', sha512: Buffer.alloc(64).toString('base64') }],
      signature: Buffer.alloc(64).toString('base64'),
    };
    const detailOf = async (found: unknown) => {
      const details: string[] = [];
      const { updater } = scripted();
      await build(
        { ...updater, findNewer: async () => ({ version: '0.2.0', release: found }) },
        { askRestart: async (_message, detail) => details.push(detail) === 0 },
      ).updates.check();
      return details.join();
    };
    expect(await detailOf({ ...release, notes: '• Several windows.' })).toMatch(
      /are kept\.\n\nNew in this version:\n\n• Several windows\.$/,
    );
    expect(await detailOf({ ...release, releaseNotes: '<p>Unsigned</p>' })).toMatch(/are kept\.$/);
  });

  it('waits for running replies before it offers a restart and before it restarts', async () => {
    const { calls, updater } = scripted();
    const waits: PromiseWithResolvers<void>[] = [];
    const { updates, messages } = build(updater, {
      idle: () => {
        const wait = Promise.withResolvers<void>();
        waits.push(wait);
        return wait.promise;
      },
      askRestart: async (message) => {
        messages.push(message);
        return true;
      },
    });
    const checked = updates.check();
    await vi.waitFor(() => expect(waits).toHaveLength(1));
    expect(messages).toEqual([]);
    waits[0]!.resolve();
    await vi.waitFor(() => expect(waits).toHaveLength(2));
    expect(messages).toHaveLength(1);
    expect(calls).not.toContain('restart');
    waits[1]!.resolve();
    await checked;
    expect(calls.at(-1)).toBe('restart');
  });

  it('reports that a reply is running, and downloads and offers the update once', async () => {
    const { calls, updater } = scripted();
    const reply = Promise.withResolvers<void>();
    let isBusy = true;
    const { updates, messages } = build(updater, { isBusy: () => isBusy, idle: () => reply.promise });
    const waiting = 'An update is ready, but a reply is running.';
    const first = updates.check();
    await vi.waitFor(() => expect(messages).toEqual([waiting]));
    const second = updates.check();
    await vi.waitFor(() => expect(messages).toEqual([waiting, waiting]));
    isBusy = false;
    reply.resolve();
    await Promise.all([first, second]);
    expect(messages.slice(2)).toEqual(['Clover 0.2.0 is ready to install.']);
    expect(calls).toEqual(['find', 'download']);
  });

  it('does not ask about daily checks in a copy that is updated in another way', async () => {
    const { updater } = scripted();
    const mayCheck = vi.fn<UpdateOptions['mayCheck']>(async () => true);
    const { updates } = build({ ...updater, isActive: () => false }, { mayCheck });
    updates.start();
    await vi.advanceTimersByTimeAsync(firstCheckDelay);
    updates.stop();
    expect(mayCheck).not.toHaveBeenCalled();
  });

  it('asks before the first automatic check, and sends nothing without consent', async () => {
    const { calls, updater } = scripted();
    const { updates } = build(updater, { mayCheck: async () => false });
    updates.start();
    await vi.advanceTimersByTimeAsync(firstCheckDelay + 2 * checkInterval);
    updates.stop();
    expect(calls).toEqual([]);
    await updates.check();
    expect(calls).toContain('find');
  });

  it('reports a failed check, logs no URL, and works again afterwards', async () => {
    const lines = vi.mocked(process.stderr.write);
    const { updater } = scripted();
    let isOffline = true;
    const { updates, messages } = build({
      ...updater,
      findNewer: () =>
        isOffline
          ? Promise.reject(new TypeError('getaddrinfo https://releases.example'))
          : updater.findNewer(),
    });
    await updates.check();
    expect(messages).toEqual(["Couldn't check for updates."]);
    expect(lines.mock.calls.join()).toContain('update.failed');
    expect(lines.mock.calls.join()).not.toContain('releases.example');
    isOffline = false;
    await updates.check();
    expect(messages[1]).toBe('Clover 0.2.0 is ready to install.');
  });

  it('checks once a day, and reports a new version once', async () => {
    const { calls, updater } = scripted();
    const { updates, messages } = build(updater);
    updates.start();
    await vi.advanceTimersByTimeAsync(firstCheckDelay);
    expect(messages).toEqual(['Clover 0.2.0 is ready to install.']);
    await vi.advanceTimersByTimeAsync(3 * checkInterval);
    expect(calls.filter((call) => call === 'find')).toHaveLength(4);
    expect(messages).toHaveLength(1);
    updates.stop();
    await vi.advanceTimersByTimeAsync(3 * checkInterval);
    expect(calls.filter((call) => call === 'find')).toHaveLength(4);

    const quiet = build(scripted(null).updater);
    quiet.updates.start();
    await vi.advanceTimersByTimeAsync(firstCheckDelay);
    quiet.updates.stop();
    expect(quiet.messages).toEqual([]);
  });

  it('downloads only once if the user requests a check during another check', async () => {
    const { calls, updater } = scripted();
    const { updates } = build(updater);
    await Promise.all([updates.check(), updates.check()]);
    expect(calls).toEqual(['find', 'download']);
  });
});

describe('electron-updater with our settings', () => {
  const bare = (isUpdateAvailable: boolean): ElectronUpdater =>
    ({
      allowDowngrade: true,
      autoDownload: true,
      autoInstallOnAppQuit: false,
      isUpdaterActive: () => false,
      checkForUpdates: async () => ({ isUpdateAvailable, updateInfo: { version: '0.2.0', files: [] } }),
    }) as unknown as ElectronUpdater;

  it('never downgrades, downloads nothing automatically, sends no id and logs nothing', () => {
    const updater = bare(true);
    adaptUpdater(updater);
    expect(updater).toMatchObject({
      allowDowngrade: false,
      autoDownload: false,
      autoInstallOnAppQuit: true,
      disableWebInstaller: true,
      logger: null,
      requestHeaders: { 'x-user-staging-id': 'none' },
    });
  });

  it('reports whether it updates this copy', () => {
    expect(adaptUpdater(bare(true)).isActive()).toBe(false);
  });

  it('accepts only newer versions', async () => {
    expect(await adaptUpdater(bare(false)).findNewer()).toBeNull();
    expect(await adaptUpdater(bare(true)).findNewer()).toMatchObject({ version: '0.2.0' });
  });
});
