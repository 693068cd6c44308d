import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceState } from '../../shared/ipc/contract.ts';
import {
  killTimeout,
  restartDelays,
  startTimeout,
  crashResetTime,
  stopTimeout,
  superviseService,
  type ServiceProcess,
} from './supervisor.ts';

const ready = {
  type: 'ready',
  url: 'http://127.0.0.1:4321',
  publishableKey: 'sb_publishable_x',
};

class FakeProcess extends EventEmitter implements ServiceProcess {
  readonly posted: unknown[] = [];
  isKilled = false;
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  kill(): boolean {
    this.isKilled = true;
    this.emit('exit', 1);
    return true;
  }
}

let started: FakeProcess[];
const latest = (): FakeProcess => started.at(-1)!;
const supervise = (isDeferred = false) =>
  superviseService(
    () => {
      const child = new FakeProcess();
      started.push(child);
      return child;
    },
    undefined,
    undefined,
    isDeferred,
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  started = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the service process', () => {
  it('is not ready until it reports its URL', async () => {
    const supervisor = supervise();
    expect(supervisor.state()).toStrictEqual({ kind: 'starting' });
    latest().emit('message', { type: 'something else' });
    latest().emit('message', 'ready');
    expect(supervisor.state()).toStrictEqual({ kind: 'starting' });
    latest().emit('message', ready);
    await expect(supervisor.ready()).resolves.toStrictEqual(ready);
    expect(supervisor.state()).toStrictEqual({ kind: 'ready' });
  });

  it('can wait until someone needs it, and starts once', async () => {
    const supervisor = supervise(true);
    expect(started).toHaveLength(0);
    const both = Promise.all([supervisor.ready(), supervisor.ready()]);
    latest().emit('message', ready);
    expect(await both).toEqual([ready, ready]);
    expect(started).toHaveLength(1);

    const unused = supervise(true);
    await unused.stop();
    void unused.ready();
    expect(started).toHaveLength(1);
  });

  it('is restarted after a crash, and waiting callers get the new process', async () => {
    const supervisor = supervise();
    const states: ServiceState['kind'][] = [];
    supervisor.onState(({ kind }) => states.push(kind));
    latest().emit('message', ready);
    latest().emit('exit', 139);
    const next = supervisor.ready();
    await vi.advanceTimersByTimeAsync(restartDelays[0]);
    expect(started).toHaveLength(2);
    latest().emit('message', { ...ready, publishableKey: 'sb_publishable_y' });
    await expect(next).resolves.toMatchObject({ publishableKey: 'sb_publishable_y' });
    expect(states).toStrictEqual(['ready', 'restarting', 'ready']);
  });

  it('keeps callers waiting if the first start crashes', async () => {
    const supervisor = supervise();
    const first = supervisor.ready();
    latest().emit('exit', 1);
    await vi.advanceTimersByTimeAsync(restartDelays[0]);
    latest().emit('message', ready);
    await expect(first).resolves.toStrictEqual(ready);
  });

  it('is not restarted again after a limited number of crashes, with growing delays', async () => {
    const supervisor = supervise();
    const waits: number[] = [];
    for (const count of restartDelays.keys()) {
      const crashed = Date.now();
      latest().emit('exit', 1);
      while (started.length < count + 2) await vi.advanceTimersToNextTimerAsync();
      waits.push(Date.now() - crashed);
    }
    expect(waits).toStrictEqual([...restartDelays]);
    latest().emit('exit', 1);
    await expect(supervisor.ready()).rejects.toThrow("couldn't be restarted");
    expect(supervisor.state().kind).toBe('failed');
    await vi.advanceTimersByTimeAsync(startTimeout);
    expect(started).toHaveLength(restartDelays.length + 1);
  });

  it('is not restarted again if it crashes after each start, and callers never get a crashed process', async () => {
    const supervisor = supervise();
    for (const delay of restartDelays) {
      latest().emit('message', ready);
      latest().emit('exit', 1);
      await vi.advanceTimersByTimeAsync(delay);
    }
    latest().emit('message', ready);
    latest().emit('exit', 1);
    expect(supervisor.state().kind).toBe('failed');
    await expect(supervisor.ready()).rejects.toThrow("couldn't be restarted");
  });

  it('resets the number of crashes after some time without one', async () => {
    const supervisor = supervise();
    for (let crash = 0; crash < 3 * restartDelays.length; crash += 1) {
      latest().emit('message', ready);
      await vi.advanceTimersByTimeAsync(crashResetTime);
      latest().emit('exit', 1);
      await vi.advanceTimersByTimeAsync(restartDelays[0]);
    }
    latest().emit('message', ready);
    expect(supervisor.state()).toStrictEqual({ kind: 'ready' });
  });

  it('is not restarted if it reports why it cannot start', async () => {
    const supervisor = supervise();
    const message = 'The data folder is in use by another Clover.';
    latest().emit('message', { type: 'failed', message });
    latest().emit('exit', 1);
    await vi.advanceTimersByTimeAsync(startTimeout);
    await expect(supervisor.ready()).rejects.toThrow(message);
    expect(supervisor.state()).toStrictEqual({ kind: 'failed', message });
    expect(started).toHaveLength(1);
  });

  it('is killed if it does not start in time', async () => {
    const supervisor = supervise();
    await vi.advanceTimersByTimeAsync(startTimeout);
    expect(latest().isKilled).toBe(true);
    await expect(supervisor.ready()).rejects.toThrow("didn't start in time");
    expect(started).toHaveLength(1);
  });

  it('may restore a backup for as long as it takes, and then has the usual time to start', async () => {
    const supervisor = supervise();
    latest().emit('message', { type: 'restoring' });
    await vi.advanceTimersByTimeAsync(2 * startTimeout);
    expect(supervisor.state()).toStrictEqual({ kind: 'starting' });
    latest().emit('message', { type: 'restored', problem: null });
    await vi.advanceTimersByTimeAsync(startTimeout);
    expect(latest().isKilled).toBe(true);
  });

  it('stops on request and is not restarted', async () => {
    const supervisor = supervise();
    latest().emit('message', ready);
    const stopped = supervisor.stop();
    expect(latest().posted).toStrictEqual([{ type: 'stop' }]);
    latest().emit('exit', 0);
    await stopped;
    await vi.advanceTimersByTimeAsync(startTimeout);
    expect(started).toHaveLength(1);
    expect(latest().isKilled).toBe(false);
  });

  it('is killed if it does not stop in time', async () => {
    const supervisor = supervise();
    latest().emit('message', ready);
    const stopped = supervisor.stop();
    await vi.advanceTimersByTimeAsync(stopTimeout);
    await stopped;
    expect(latest().isKilled).toBe(true);
  });

  it('does not keep the app waiting if it cannot be killed', async () => {
    const supervisor = supervise();
    latest().emit('message', ready);
    const kill = vi.spyOn(latest(), 'kill').mockReturnValue(true);
    const stopped = supervisor.stop();
    await vi.advanceTimersByTimeAsync(stopTimeout + killTimeout);
    await stopped;
    expect(kill).toHaveBeenCalledOnce();
  });

  it('is not started if it was stopped during the delay', async () => {
    const supervisor = supervise();
    latest().emit('exit', 1);
    await supervisor.stop();
    await vi.advanceTimersByTimeAsync(startTimeout);
    expect(started).toHaveLength(1);
  });

  it('does not call a removed listener', () => {
    const supervisor = supervise();
    const listener = vi.fn<(state: ServiceState) => void>();
    supervisor.onState(listener)();
    latest().emit('message', ready);
    expect(listener).not.toHaveBeenCalled();
  });
});
