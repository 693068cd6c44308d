/** Speech that is being heard. */
export interface Listening {
  /** Ends it and resolves to its text. Throws VoiceError or CompletionError. */
  readonly finish: () => Promise<string>;
  /** Ends it without a text. Nothing is sent. */
  readonly cancel: () => void;
}
