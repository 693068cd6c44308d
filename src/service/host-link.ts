/** A message to the process that started the service: the desktop app or a test. */
export type HostMessage =
  | {
      readonly type: 'ready';
      readonly url: string;
      readonly publishableKey: string;
    }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'restoring' }
  /** `problem` is a message for the owner. Null if the backup was restored. */
  | { readonly type: 'restored'; readonly problem: string | null };

/** The desktop app's first message to a new process. */
export interface OwnerRequest {
  readonly secret: string;
  /** The name of the backup to restore first, if the owner chose one. */
  readonly restore: string | null;
}

export interface HostLink {
  /** Whether this is Electron's utility process. */
  readonly isElectron: boolean;
  readonly send: (message: HostMessage) => void;
  /** Waits for the owner's request. Returns null if there is no host to send one. */
  readonly ownerRequest: () => Promise<OwnerRequest> | null;
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
    ownerRequest: () =>
      parentPort || process.send
        ? new Promise((resolve) =>
            listen((message) => {
              if (!isMessage(message, 'owner') || !('secret' in message)) return;
              if (typeof message.secret !== 'string') return;
              const restore = 'restore' in message ? message.restore : null;
              resolve({ secret: message.secret, restore: typeof restore === 'string' ? restore : null });
            }),
          )
        : null,
    onStop: (stop) => {
      listen((message) => isMessage(message, 'stop') && stop());
      if (process.send) process.on('disconnect', stop);
    },
  };
}
