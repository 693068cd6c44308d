import type { Emitter } from 'highlight.js';
import { kindOf, type CodeRuns } from './kinds.ts';

/** Collects highlight.js results as runs instead of HTML. */
export class RunEmitter implements Emitter {
  readonly #runs: number[] = [];
  readonly #open: number[] = [];

  get runs(): CodeRuns {
    return this.#runs;
  }

  addText(text: string): void {
    this.#add(text.length, this.#open.at(-1) ?? -1);
  }

  startScope(scope: string): void {
    // A scope without a color inherits its parent's color; interpolations in strings are plain code.
    const kind = kindOf(scope);
    this.#open.push(kind === -1 && scope !== 'subst' ? (this.#open.at(-1) ?? -1) : kind);
  }

  endScope(): void {
    this.#open.pop();
  }

  /** The older names of these methods, which highlight.js also calls. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(inner: Emitter): void {
    if (!(inner instanceof RunEmitter)) return;
    const { runs } = inner;
    for (let index = 0; index < runs.length; index += 2) this.#add(runs[index] ?? 0, runs[index + 1] ?? -1);
  }

  finalize(): boolean {
    this.#open.length = 0;
    return true;
  }

  toHTML(): string {
    return '';
  }

  #add(length: number, kind: number): void {
    if (length === 0) return;
    const runs = this.#runs;
    if (runs.at(-1) === kind) runs[runs.length - 2] = (runs.at(-2) ?? 0) + length;
    else runs.push(length, kind);
  }
}
