import type { ServiceState } from '../../shared/ipc/contract.ts';

/** How to reach a service. */
export interface Connection {
  readonly url: string;
  readonly publishableKey: string;
}

export interface OwnerSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** The service behind the app: a hosted one, or the one inside it. */
export interface Service {
  /** Stays the same from start to start, also where the address does not: keys in the keychain are bound to it. */
  readonly identity: string;
  /**
   * The service's origin, known before it answers, because the document's policy names it. The service inside the app
   * moves when another program has taken its port: see `onMoved`.
   */
  readonly origin: () => string;
  /** The pages that are open may reach the old origin only. */
  readonly onMoved: (listener: () => void) => void;
  /** What requests must carry to be answered at all; null while nothing may be sent, because no one or a stranger listens. */
  readonly accessHeaders: () => Readonly<Record<string, string>> | null;
  /** Resolves once the service answers; rejects with a sentence for the user when it cannot start. */
  readonly connect: () => Promise<Connection>;
  readonly state: () => ServiceState;
  /** Returns the undo. */
  readonly onState: (listener: (state: ServiceState) => void) => () => void;
  /** A new session of this computer's owner, or null where people have accounts of their own. */
  readonly openOwnerSession: () => Promise<OwnerSession | null>;
  readonly stop: () => Promise<void>;
}
