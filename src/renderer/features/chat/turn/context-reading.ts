/** Reading large files of a project for the first time takes a while. */
export interface ContextReading {
  /** Aborts when the user stops the reply. */
  readonly signal: AbortSignal;
  readonly onFiles: () => void;
}
