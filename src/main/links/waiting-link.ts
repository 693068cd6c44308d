import type { Destination } from '../../shared/ipc/contract.ts';

/**
 * The page that a link, a notification or the quick-ask window has asked for, until the window takes it: the app may have
 * been started by the link, long before there is a page to lead. The newest one counts.
 */
export interface WaitingLink {
  readonly put: (destination: Destination) => void;
  /** Hands it out once. */
  readonly take: () => Destination | null;
}

export function createWaitingLink(): WaitingLink {
  let waiting: Destination | null = null;
  return {
    put(destination) {
      waiting = destination;
    },
    take() {
      const destination = waiting;
      waiting = null;
      return destination;
    },
  };
}
