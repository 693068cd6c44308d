/** What the service tells the process that started it: the desktop shell, or a test. */
export type HostMessage =
  | {
      readonly type: 'ready';
      readonly url: string;
      readonly publishableKey: string;
      /** The desktop owner's sign-in name, when the shell gave an owner password. */
      readonly ownerEmail?: string;
    }
  | { readonly type: 'failed'; readonly message: string };

export interface HostLink {
  readonly send: (message: HostMessage) => void;
  /** Calls `stop` when the host asks for it, or is gone: a service without its window would run on unseen. */
  readonly onStop: (stop: () => void) => void;
}

/** Electron's utility process talks through `process.parentPort`, a plain fork through `process.send`. */
interface ParentPort {
  postMessage: (message: HostMessage) => void;
  on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
}

const isStop = (message: unknown) =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'stop';

/** Links the service with the process that started it; without one (npm start) nothing is sent and nothing comes. */
export function createHostLink(): HostLink {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  return {
    send: (message) => {
      if (parentPort) parentPort.postMessage(message);
      else process.send?.(message);
    },
    onStop: (stop) => {
      parentPort?.on('message', ({ data }) => isStop(data) && stop());
      process.on('message', (message) => isStop(message) && stop());
      if (process.send) process.on('disconnect', stop);
    },
  };
}
