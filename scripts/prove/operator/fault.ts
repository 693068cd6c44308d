/** What was seen of one fault. */
export interface Observation {
  /** Responses of /readyz over time, such as "503 after 0.4 s, 200 again after 1.2 s"; or "not running". */
  readonly readyz: string;
  /** The log line, or what the start printed. */
  readonly log: string;
  /** What a user of the app or the terminal received. */
  readonly user: string;
  /** Whether all of it is as promised. */
  readonly isRight: boolean;
}

/** A fault that an operator meets, really injected. */
export interface Fault {
  readonly name: string;
  /** Undefined if the machine lacks what it needs, such as PostgreSQL. */
  readonly run: (folder: string) => Promise<Observation | undefined>;
}
