/** A message to the process that started the service: the desktop app or a test. */
export type HostMessage =
  | {
      readonly type: 'ready';
      readonly url: string;
      readonly publishableKey: string;
    }
  | { readonly type: 'failed'; readonly message: string };

export interface HostLink {
  /** Whether this is Electron's utility process. */
  readonly isElectron: boolean;
  readonly send: (message: HostMessage) => void;
  /** Waits for the secret of owner mode. Null if there is no host to send one. */
  readonly ownerSecret: () => Promise<string> | null;
  /** Calls `stop` when the host requests it or has ended, because the service must not outlive the app's window. */
  readonly onStop: (stop: () => void) => void;
}

/** Electron's utility process has `process.parentPort`, a forked Node process has `process.send`. */
interface ParentPort {
  postMessage: (message: HostMessage) => void;
  on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
}

const isMessage = <Type extends string>(message: unknown, type: Type): message is { readonly type: Type } =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type;

/**
 * Connects the service to the process that started it. With `npm start` there is no such process, and no messages are
 * sent.
 */
export function createHostLink(): HostLink {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  const listen = (listener: (message: unknown) => void): void => {
    parentPort?.on('message', ({ data }) => listener(data));
    process.on('message', listener);
  };
  return {
    isElectron: parentPort !== undefined,
    send: (message) => {
      if (parentPort) parentPort.postMessage(message);
      else process.send?.(message);
    },
    ownerSecret: () =>
      parentPort || process.send
        ? new Promise((resolve) =>
            listen((message) => {
              if (isMessage(message, 'owner') && 'secret' in message && typeof message.secret === 'string')
                resolve(message.secret);
            }),
          )
        : null,
    onStop: (stop) => {
      listen((message) => isMessage(message, 'stop') && stop());
      if (process.send) process.on('disconnect', stop);
    },
  };
}
