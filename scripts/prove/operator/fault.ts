/** What three observers saw of one fault. */
export interface Seen {
  /** Answers of /readyz over time, such as "503 after 0.4 s, 200 again 1.2 s after the return"; "not running" before a start. */
  readonly readyz: string;
  /** The line of the log, or what the start printed. */
  readonly log: string;
  /** What a person at the app or at the terminal got. */
  readonly user: string;
  /** Whether all of it is as promised. */
  readonly isRight: boolean;
}

/** A fault that an operator meets, injected for real. */
export interface Fault {
  readonly name: string;
  /** Undefined where the machine lacks what it needs, such as PostgreSQL. */
  readonly run: (folder: string) => Promise<Seen | undefined>;
}
