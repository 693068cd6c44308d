import { limits } from '../limits.ts';
import { limitExceeded, querySyntaxError } from '../refusal.ts';
import type { Field, JsonStep } from './query.ts';

const bareName = /(?:[\p{L}\p{N}_ $]|-(?!>))+/uy;
const quotedText = /"((?:[^"\\]|\\.)*)"/sy;

/** Reads a parameter from left to right. Every pattern takes linear time for any text. */
export class Scanner {
  readonly #text: string;
  readonly #parameter: string;
  #position = 0;

  constructor(text: string, parameter: string) {
    this.#text = text;
    this.#parameter = parameter;
  }

  get isDone(): boolean {
    return this.#position === this.#text.length;
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#position);
  }

  accept(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.#position += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.accept(text)) this.fail();
  }

  /** Matches a sticky pattern at the current position. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match) this.#position = pattern.lastIndex;
    return match;
  }

  fail(): never {
    throw querySyntaxError(this.#parameter, `Unexpected text at character ${this.#position + 1}.`);
  }

  end(): void {
    if (!this.isDone) this.fail();
  }

  /**
   * Reads text in double quotes, in which a backslash escapes the next character. Returns null if the next character is
   * not a quote.
   */
  quoted(): string | null {
    const match = this.match(quotedText);
    return match ? (match[1] ?? '').replace(/\\(.)/gs, '$1') : null;
  }

  /** Reads the name of a column, table or constraint. */
  name(): string {
    const name = this.quoted() ?? this.match(bareName)?.[0].trim();
    return name || this.fail();
  }

  jsonSteps(): JsonStep[] {
    const steps: JsonStep[] = [];
    for (;;) {
      const arrow = this.accept('->>') ? '->>' : this.accept('->') ? '->' : null;
      if (!arrow) return steps;
      steps.push({
        arrow,
        key: this.quoted() ?? this.match(/-?\d+(?![\p{L}_])|(?:[^-.,:()"]|-(?!>))+/uy)?.[0] ?? this.fail(),
      });
      if (steps.length > limits.jsonSteps)
        throw limitExceeded(`A json path can have at most ${limits.jsonSteps} steps.`);
    }
  }

  field(): Field {
    return { column: this.name(), steps: this.jsonSteps() };
  }

  /** Reads `(a,"b,c")` and returns the values without their quotes. */
  list(): string[] {
    this.expect('(');
    if (this.accept(')')) return [];
    const values: string[] = [];
    do {
      values.push(this.listValue());
      if (values.length > limits.listValues)
        throw limitExceeded(`A list can have at most ${limits.listValues} values.`);
    } while (this.accept(','));
    this.expect(')');
    return values;
  }

  /** Reads a value up to the next comma or closing parenthesis. */
  listValue(): string {
    const start = this.#position;
    const quoted = this.quoted();
    if (quoted !== null && (this.isDone || this.startsWith(',') || this.startsWith(')'))) return quoted;
    this.#position = start;
    return this.match(/[^,)]*/y)?.[0] ?? '';
  }
}
