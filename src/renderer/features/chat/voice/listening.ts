/** Speech that is being heard. */
export interface Listening {
  /**
   * Ends it and resolves to its text. Throws VoiceError or CompletionError. Another call is another attempt with the same
   * recording.
   */
  readonly finish: () => Promise<string>;
  /** Ends it without a text. Nothing is sent. */
  readonly cancel: () => void;
}
