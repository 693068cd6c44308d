/** What the service tells the process that started it: the desktop shell, or a test. */
export type HostMessage =
  | {
      readonly type: 'ready';
      readonly url: string;
      readonly publishableKey: string;
    }
  | { readonly type: 'failed'; readonly message: string };

export interface HostLink {
  readonly send: (message: HostMessage) => void;
  /** Waits for the secret that opens the service to the desktop app; null where no host can send one. */
  readonly ownerSecret: () => Promise<string> | null;
  /** Calls `stop` when the host asks for it, or is gone: a service without its window would run on unseen. */
  readonly onStop: (stop: () => void) => void;
}

/** Electron's utility process talks through `process.parentPort`, a plain fork through `process.send`. */
interface ParentPort {
  postMessage: (message: HostMessage) => void;
  on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
}

const isOf = <Type extends string>(message: unknown, type: Type): message is { readonly type: Type } =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type;

/** Links the service with the process that started it; without one (npm start) nothing is sent and nothing comes. */
export function createHostLink(): HostLink {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  const listen = (listener: (message: unknown) => void): void => {
    parentPort?.on('message', ({ data }) => listener(data));
    process.on('message', listener);
  };
  return {
    send: (message) => {
      if (parentPort) parentPort.postMessage(message);
      else process.send?.(message);
    },
    ownerSecret: () =>
      parentPort || process.send
        ? new Promise((resolve) =>
            listen((message) => {
              if (isOf(message, 'owner') && 'secret' in message && typeof message.secret === 'string')
                resolve(message.secret);
            }),
          )
        : null,
    onStop: (stop) => {
      listen((message) => isOf(message, 'stop') && stop());
      if (process.send) process.on('disconnect', stop);
    },
  };
}
