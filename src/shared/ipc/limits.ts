export const limits = {
  /** The maximum of one message. The database stores at most 1 MiB. */
  messageCharacters: 1_048_576,
  /** The maximum of all messages in one request, far above any context window. */
  requestCharacters: 16 * 1_048_576,
  messagesPerRequest: 10_000,
  name: 200,
  token: 8_192,
  /** Windows stores at most 2,560 bytes per credential. */
  key: 1_024,
  url: 4_096,
  languageTag: 35,
  languages: 100,
  modelsPerList: 2_000,
  uiStateKey: 100,
  uiStateValue: 10_000,
  /** In characters. A saved file, e.g. an exported account, must fit in one IPC message. */
  fileText: 256 * 1_048_576,
  /** More than a window can have. */
  pixels: 100_000,
  /** In characters. More than a full report. */
  problemReport: 262_144,
} as const;
