/** Options for reading the context. Large files of a project take a while the first time. */
export interface ContextReading {
  /** Aborts when the user stops the reply. */
  readonly signal: AbortSignal;
  readonly onFiles: () => void;
}
