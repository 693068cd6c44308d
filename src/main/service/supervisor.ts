import type { ServiceState } from '../../shared/ipc/contract.ts';
import { log } from '../log.ts';
import { serviceMessageSchema, stopMessage, type ServiceReady } from './messages.ts';

/** What is used of Electron's utility process. */
export interface ServiceProcess {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  postMessage(message: unknown): void;
  kill(): boolean;
}

export interface Supervisor {
  /** Resolves with the service that runs now, or the next one to run; rejects once it is given up. */
  readonly ready: () => Promise<ServiceReady>;
  readonly state: () => ServiceState;
  readonly onState: (listener: (state: ServiceState) => void) => () => void;
  readonly stop: () => Promise<void>;
}

/** The first start lays out a whole database, on a slow disk too. */
export const startLimit = 90_000;
/** A clean stop writes a backup; longer than this and something hangs. */
export const stopLimit = 10_000;
/** How long a killed process has to be gone; then the app ends without it, and its end takes the process along. */
export const killLimit = 2_000;
/** Waits before each restart after a crash, in milliseconds. When they are used up, the service is given up. */
export const restartDelays = [0, 1_000, 2_000, 5_000, 10_000] as const;
/** After this long without a crash the count begins anew. */
export const steadyAfter = 60_000;

const gaveUp = 'The local service stopped and could not be restarted. Please close and reopen the app.';
const tookTooLong = 'The local service did not start in time. Please close and reopen the app.';

/**
 * Keeps one service process running: started, restarted after a crash with growing waits, given up when it keeps
 * crashing, stopped on request. A start that the service itself calls failed is not repeated: a locked data directory
 * or a damaged database is the same a second later, and its sentence tells the user what to do.
 *
 * @param onReady told of each process that is ready, before anyone else
 */
export function superviseService(
  start: () => ServiceProcess,
  onReady: (ready: ServiceReady) => void = () => undefined,
): Supervisor {
  const listeners = new Set<(state: ServiceState) => void>();
  let state: ServiceState = { kind: 'starting' };
  let ready = fresh();
  let child: ServiceProcess | null = null;
  let exited = Promise.withResolvers<void>();
  let crashes = 0;
  let isStopping = false;
  let startTimer: NodeJS.Timeout | undefined;
  let steadyTimer: NodeJS.Timeout | undefined;
  let restartTimer: NodeJS.Timeout | undefined;

  const tell = (next: ServiceState): void => {
    state = next;
    for (const listener of listeners) listener(next);
  };

  const giveUp = (message: string): void => {
    clearTimeout(startTimer);
    // The promise of a service that was ready is kept already: whoever asks now must hear that there is none.
    if (state.kind === 'ready') ready = fresh();
    tell({ kind: 'failed', message });
    ready.reject(new Error(message));
  };

  const receive = (message: unknown): void => {
    const parsed = serviceMessageSchema.safeParse(message);
    if (!parsed.success || state.kind === 'failed') return;
    if (parsed.data.type === 'failed') return giveUp(parsed.data.message);
    clearTimeout(startTimer);
    steadyTimer = setTimeout(() => (crashes = 0), steadyAfter);
    onReady(parsed.data);
    ready.resolve(parsed.data);
    tell({ kind: 'ready' });
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
    if (delay === undefined) return giveUp(gaveUp);
    // Whoever waits for a service that never came goes on waiting for the next; a new promise is due only after a ready one.
    if (state.kind === 'ready') ready = fresh();
    tell({ kind: 'restarting' });
    restartTimer = setTimeout(launch, delay);
  };

  const launch = (): void => {
    exited = Promise.withResolvers<void>();
    startTimer = setTimeout(() => {
      giveUp(tookTooLong);
      child?.kill();
    }, startLimit);
    const launched = start();
    child = launched;
    launched.on('message', receive);
    launched.on('exit', onExit);
  };

  launch();

  return {
    ready: () => ready.promise,
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
      const gone = exited;
      let timer = setTimeout(() => {
        stopped.kill();
        timer = setTimeout(gone.resolve, killLimit);
      }, stopLimit);
      stopped.postMessage(stopMessage);
      await gone.promise;
      clearTimeout(timer);
    },
  };
}

/** A promise whose rejection is no crash of main when nobody waits for it. */
function fresh(): PromiseWithResolvers<ServiceReady> {
  const made = Promise.withResolvers<ServiceReady>();
  made.promise.catch(() => undefined);
  return made;
}
