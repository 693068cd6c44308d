/**
 * The page that a link from outside has asked for, until the window takes it: the app may have been started by the
 * link, long before there is a page to lead. The newest one counts.
 */
export interface WaitingLink {
  readonly put: (path: string) => void;
  /** Hands it out once. */
  readonly take: () => string | null;
}

export function createWaitingLink(): WaitingLink {
  let waiting: string | null = null;
  return {
    put(path) {
      waiting = path;
    },
    take() {
      const path = waiting;
      waiting = null;
      return path;
    },
  };
}
