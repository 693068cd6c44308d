import type { Token } from 'markdown-it';
import { parseInline, type References } from './parser.ts';

/**
 * Caches the paragraphs of the last round. Each delta parses the open block again but changes only its last
 * paragraph. The others keep their identity, so React skips them.
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

  /** Clears the cache if link definitions have changed, because they determine the meaning of `[name]`. */
  useReferences(references: References): void {
    const count = Object.keys(references).length;
    if (count !== this.#referenceCount) this.clear();
    this.#referenceCount = count;
  }

  /** Drops entries that this round did not use, unless the round was interrupted. */
  endRound(wasInterrupted: boolean): void {
    if (wasInterrupted)
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
