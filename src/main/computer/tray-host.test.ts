import { afterEach, describe, expect, it, vi } from 'vitest';
import { boolean, startFakeBus, variant, type FakeBus } from '../dbus/testing/fake-bus.ts';
import { watchTrayHost } from './tray-host.ts';

let bus: FakeBus | undefined;
let hasWatcher = true;
let hasHost = true;
afterEach(async () => {
  await bus?.close();
  bus = undefined;
  hasWatcher = true;
  hasHost = true;
});

async function watch() {
  bus = await startFakeBus((member) => {
    if (member === 'NameHasOwner') return boolean(hasWatcher);
    return member === 'Get' ? variant(hasHost) : Buffer.alloc(0);
  });
  return { bus, host: watchTrayHost('linux', bus.environment) };
}

describe('the tray of the desktop', () => {
  it('is always available on Windows and macOS', () => {
    expect(watchTrayHost('win32', {}).isAvailable()).toBe(true);
    expect(watchTrayHost('darwin', {}).isAvailable()).toBe(true);
  });

  it('is available on Linux if a watcher runs and a panel shows its icons', async () => {
    const { host } = await watch();
    expect(host.isAvailable()).toBe(false);
    expect(await host.wait(5_000)).toBe(true);
    expect(host.isAvailable()).toBe(true);
  });

  it.each([
    ['no watcher runs', () => void (hasWatcher = false)],
    ['no panel shows the icons', () => void (hasHost = false)],
  ])('is not available if %s', async (_name, arrange) => {
    arrange();
    const { bus: asked, host } = await watch();
    await vi.waitFor(() => expect(asked.calls.length).toBeGreaterThanOrEqual(hasWatcher ? 5 : 4));
    expect(await host.wait(20)).toBe(false);
    // Reading a property of a service that is not running could start it.
    expect(asked.calls.includes('Get')).toBe(hasWatcher);
  });

  it('is detected when it starts and ends', async () => {
    hasWatcher = false;
    const { bus: running, host } = await watch();
    await vi.waitFor(() => expect(running.calls).toContain('NameHasOwner'));
    const seen: boolean[] = [];
    host.onChange(() => void seen.push(host.isAvailable()));
    hasWatcher = true;
    running.send('NameOwnerChanged');
    await vi.waitFor(() => expect(seen).toEqual([true]));
    hasHost = false;
    running.send('StatusNotifierHostUnregistered');
    await vi.waitFor(() => expect(seen).toEqual([true, false]));
    hasHost = true;
    running.send('StatusNotifierHostRegistered');
    await vi.waitFor(() => expect(seen).toEqual([true, false, true]));
    running.drop();
    await vi.waitFor(() => expect(seen.at(-1)).toBe(false));
  });

  it('is not available without a message bus', async () => {
    expect(await watchTrayHost('linux', {}).wait(20)).toBe(false);
    const nowhere = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    expect(await watchTrayHost('linux', nowhere).wait(20)).toBe(false);
  });
});
