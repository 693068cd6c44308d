/** The texts for pages in one language. `{name}`, `{value}`, `{person}`, `{number}` and `{thing}` are filled in. */
export interface LanguageTexts {
  /** Builds a sentence that quotes a text in the language's quotation marks. */
  readonly quote: (text: string) => string;
  readonly names: readonly [string, ...string[]];
  readonly values: readonly [string, ...string[]];
  readonly people: readonly [string, ...string[]];
  /** Sentences with an answer, and questions in other words. */
  readonly facts: readonly [Fact, ...Fact[]];
  /** Sentences without answers. Many contain words of the questions. */
  readonly filler: readonly [string, ...string[]];
  readonly things: readonly [string, ...string[]];
}

export interface Fact {
  readonly text: string;
  readonly questions: readonly [string, ...string[]];
}
