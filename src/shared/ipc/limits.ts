/** Bounds of what main accepts from the window. A message holds at most 1 MiB in the database, counted in bytes there. */
export const limits = {
  /** Characters of one message: no text of 1 MiB has more. */
  messageCharacters: 1_048_576,
  /** Characters of all messages of one request, far above any context window that a model offers. */
  requestCharacters: 16 * 1_048_576,
  messagesPerRequest: 10_000,
  name: 200,
  token: 8_192,
  /** Windows keeps at most 2,560 bytes in one credential; vendor keys are far shorter. */
  key: 1_024,
  url: 4_096,
  languageTag: 35,
  languages: 100,
  modelsPerList: 2_000,
  uiStateKey: 100,
  uiStateValue: 10_000,
  /** Characters of a saved file: an exported account may be long, but must fit in one IPC message. */
  fileText: 256 * 1_048_576,
} as const;
