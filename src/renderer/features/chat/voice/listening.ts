/** A running recording or speech recognition. */
export interface Listening {
  /**
   * Ends the recording and resolves to its text. Throws VoiceError or CompletionError. Calling it again retries with the
   * same recording.
   */
  readonly finish: () => Promise<string>;
  /** Ends and discards the recording. Nothing is sent. */
  readonly cancel: () => void;
}
