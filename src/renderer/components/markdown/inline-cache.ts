import type { Token } from 'markdown-it';
import { parseInline, type References } from './parser.ts';

/**
 * Keeps the parsed content of the paragraphs seen in the last round. The open block is parsed again with every
 * delta, yet all its paragraphs but the last are the same: they cost nothing and keep their identity, so React
 * leaves them alone.
 */
export class InlineCache {
  #current = new Map<string, Token[]>();
  #next = new Map<string, Token[]>();
  #referenceCount = 0;

  has(content: string): boolean {
    return this.#next.has(content) || this.#current.has(content);
  }

  get(content: string, references: References): Token[] {
    const tokens = this.#next.get(content) ?? this.#current.get(content) ?? parseInline(content, references);
    this.#next.set(content, tokens);
    return tokens;
  }

  /** Forgets everything when the known link definitions have changed: they change what a `[name]` means. */
  useReferences(references: References): void {
    const count = Object.keys(references).length;
    if (count !== this.#referenceCount) this.clear();
    this.#referenceCount = count;
  }

  /** Ends a round; what it did not ask for is forgotten, unless it was broken off. */
  endRound(wasBrokenOff: boolean): void {
    if (wasBrokenOff)
      for (const [content, tokens] of this.#current)
        if (!this.#next.has(content)) this.#next.set(content, tokens);
    this.#current = this.#next;
    this.#next = new Map();
  }

  clear(): void {
    this.#current.clear();
    this.#next.clear();
  }
}
