import type { ServiceState } from '../../shared/ipc/contract.ts';
import { log } from '../log.ts';
import { serviceMessageSchema, stopMessage, type ServiceReady } from './messages.ts';

/** The part of Electron's utility process that the app uses. */
export interface ServiceProcess {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  postMessage(message: unknown): void;
  kill(): boolean;
}

export interface Supervisor {
  /** Resolves when the service is running, possibly after a restart. Rejects if it is no longer restarted. */
  readonly ready: () => Promise<ServiceReady>;
  readonly state: () => ServiceState;
  readonly onState: (listener: (state: ServiceState) => void) => () => void;
  readonly stop: () => Promise<void>;
}

/** In milliseconds. The first start creates a database, possibly on a slow disk. */
export const startTimeout = 90_000;
/**
 * In milliseconds. A clean stop waits up to 13 seconds for running replies and open requests [src/service/server.ts],
 * and then writes a backup. A process that takes longer is considered stuck.
 */
export const stopTimeout = 30_000;
/** Milliseconds to wait for a killed process before the app quits without it. */
export const killTimeout = 2_000;
/** Milliseconds to wait before each restart. If the service crashes again after the last restart, it stays stopped. */
export const restartDelays = [0, 1_000, 2_000, 5_000, 10_000] as const;
/** Milliseconds without a crash after which crashes are counted from 0 again. */
export const crashResetTime = 60_000;

const texts = {
  stopped: "The local service stopped and couldn't be restarted. Quit and reopen the app.",
  tooSlow: "The local service didn't start in time. Quit and reopen the app.",
} as const;

/**
 * Keeps the service process running. After a crash it restarts the process with growing delays, up to a limit. It does
 * not restart a service that reports why it cannot start: with a locked data directory or a damaged database, a restart
 * would fail again, and the message says what to do.
 * @param onReady called for each process that is ready, before other listeners
 * @param onRestored called when a process has restored the requested backup, or has reported why it could not
 * @param isDeferred whether the first process starts only when someone waits for it
 */
export function superviseService(
  start: () => ServiceProcess,
  onReady: (ready: ServiceReady) => void = () => undefined,
  onRestored: (problem: string | null) => void = () => undefined,
  isDeferred = false,
): Supervisor {
  const listeners = new Set<(state: ServiceState) => void>();
  let state: ServiceState = { kind: 'starting' };
  let ready = createReady();
  let child: ServiceProcess | null = null;
  let exited = Promise.withResolvers<void>();
  let crashes = 0;
  let isStopping = false;
  let isLaunched = false;
  let startTimer: NodeJS.Timeout | undefined;
  let steadyTimer: NodeJS.Timeout | undefined;
  let restartTimer: NodeJS.Timeout | undefined;

  const setState = (next: ServiceState): void => {
    state = next;
    for (const listener of listeners) listener(next);
  };

  const giveUp = (message: string): void => {
    clearTimeout(startTimer);
    // Later callers must see the failure, and the old promise is already resolved.
    if (state.kind === 'ready') ready = createReady();
    setState({ kind: 'failed', message });
    ready.reject(new Error(message));
  };

  const receive = (message: unknown): void => {
    const parsed = serviceMessageSchema.safeParse(message);
    if (!parsed.success || state.kind === 'failed') return;
    if (parsed.data.type === 'failed') return giveUp(parsed.data.message);
    clearTimeout(startTimer);
    // A large backup takes longer than a start may take.
    if (parsed.data.type === 'restoring') return;
    if (parsed.data.type === 'restored') {
      limitStart();
      return onRestored(parsed.data.problem);
    }
    steadyTimer = setTimeout(() => (crashes = 0), crashResetTime);
    onReady(parsed.data);
    ready.resolve(parsed.data);
    setState({ kind: 'ready' });
  };

  const onExit = (code: number): void => {
    child = null;
    exited.resolve();
    clearTimeout(startTimer);
    clearTimeout(steadyTimer);
    if (isStopping || state.kind === 'failed') return;
    log('service.exited', { code, crashes });
    const delay = restartDelays[crashes];
    crashes += 1;
    if (delay === undefined) return giveUp(texts.stopped);
    // Callers of an unresolved promise wait for the next process, so only a resolved promise is replaced.
    if (state.kind === 'ready') ready = createReady();
    setState({ kind: 'restarting' });
    restartTimer = setTimeout(launch, delay);
  };

  const limitStart = (): void => {
    startTimer = setTimeout(() => {
      giveUp(texts.tooSlow);
      child?.kill();
    }, startTimeout);
  };

  const launch = (): void => {
    isLaunched = true;
    exited = Promise.withResolvers<void>();
    limitStart();
    const launched = start();
    child = launched;
    launched.on('message', receive);
    launched.on('exit', onExit);
  };

  if (!isDeferred) launch();

  return {
    ready: () => {
      if (!isLaunched && !isStopping) launch();
      return ready.promise;
    },
    state: () => state,
    onState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {
      isStopping = true;
      clearTimeout(restartTimer);
      clearTimeout(startTimer);
      clearTimeout(steadyTimer);
      if (!child) return;
      const stopped = child;
      const exit = exited;
      let timer = setTimeout(() => {
        stopped.kill();
        timer = setTimeout(exit.resolve, killTimeout);
      }, stopTimeout);
      stopped.postMessage(stopMessage);
      await exit.promise;
      clearTimeout(timer);
    },
  };
}

/** Creates a promise whose rejection is not reported as unhandled. */
function createReady(): PromiseWithResolvers<ServiceReady> {
  const created = Promise.withResolvers<ServiceReady>();
  created.promise.catch(() => undefined);
  return created;
}
