import type { ServiceState } from '../../shared/ipc/contract.ts';

export interface Connection {
  readonly url: string;
  readonly publishableKey: string;
}

export interface OwnerSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Service {
  /** The same at every start, even if the URL changes, because keys in the keychain are bound to it. */
  readonly identity: string;
  /**
   * The service's origin. It is known before the service is ready, because the document's Content Security Policy
   * contains it. If another program has taken the port, the embedded service uses a new one: see `onMoved`.
   */
  readonly origin: () => string;
  /** Calls the listener when the origin has changed, because open pages can connect only to the old one. */
  readonly onMoved: (listener: () => void) => void;
  /** Headers for every request. Null while the service is not running, because another program may use its port. */
  readonly accessHeaders: () => Readonly<Record<string, string>> | null;
  /** Whether the service ends with the app. A hosted service continues, and so do the replies that it writes. */
  readonly endsWithApp: boolean;
  /** Resolves when the service is ready. Rejects with a message for the user if it cannot start. */
  readonly connect: () => Promise<Connection>;
  readonly state: () => ServiceState;
  readonly onState: (listener: (state: ServiceState) => void) => () => void;
  /** Opens a session for this computer's owner. Null for a service with accounts. */
  readonly openOwnerSession: () => Promise<OwnerSession | null>;
  readonly stop: () => Promise<void>;
}
