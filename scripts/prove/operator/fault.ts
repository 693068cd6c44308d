/** The service's reports about a fault. */
export interface Observation {
  /** The responses of /readyz over time, e.g. "503 after 0.4 s, 200 again after 1.2 s", or "not running". */
  readonly readyz: string;
  /** The log line, or the output while starting. */
  readonly log: string;
  /** The message for the user of the app or the terminal. */
  readonly user: string;
  readonly isRight: boolean;
}

/** A fault that operators may see, injected into a real service. */
export interface Fault {
  readonly name: string;
  /** Resolves to undefined if the machine lacks a requirement, e.g. PostgreSQL. */
  readonly run: (folder: string) => Promise<Observation | undefined>;
}
