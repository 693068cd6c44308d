/** Limits that keep every request cheap. They are documented in docs/api.md. */
export const limits = {
  /** Node itself refuses URL and headers of more than 16 KiB together. */
  urlCharacters: 12_000,
  selectItems: 200,
  embeds: 12,
  embedLevels: 3,
  conditions: 60,
  branches: 30,
  nesting: 5,
  orderTerms: 10,
  listValues: 500,
  arrayValues: 200,
  patternCharacters: 100,
  patternWildcards: 10,
  searchCharacters: 500,
  jsonSteps: 10,
  jsonLevels: 100,
  columns: 200,
  /** The same as the hosted service's default. */
  rows: 1_000,
  /** 50 messages of the maximum size exceed this, so clients read them in smaller pages. */
  responseBytes: 16 * 1024 * 1024,
} as const;
