import type { ServiceState } from '../../shared/ipc/contract.ts';

export interface Connection {
  readonly url: string;
  readonly publishableKey: string;
}

export interface OwnerSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** The service in use: hosted or embedded. */
export interface Service {
  /** The same at every start, even if the URL changes: keys in the keychain are bound to it. */
  readonly identity: string;
  /**
   * The service's origin, known before it is ready, because the document's policy names it. The embedded service
   * changes its port if another program has taken it: see `onMoved`.
   */
  readonly origin: () => string;
  /** Called when the origin changes, because open pages can connect only to the old one. */
  readonly onMoved: (listener: () => void) => void;
  /**
   * Headers that every request needs; null while the service is not running, because another program may have its port.
   */
  readonly accessHeaders: () => Readonly<Record<string, string>> | null;
  /** Resolves when the service is ready; rejects with a message for the user if it cannot start. */
  readonly connect: () => Promise<Connection>;
  readonly state: () => ServiceState;
  /** Returns a function that removes the listener. */
  readonly onState: (listener: (state: ServiceState) => void) => () => void;
  /** A new session of this computer's owner, or null for a service with accounts. */
  readonly openOwnerSession: () => Promise<OwnerSession | null>;
  readonly stop: () => Promise<void>;
}
