import { createContext } from 'react';

/**
 * Maximum characters of formulas per text, because each becomes several elements. The rest shows its source.
 */
const MAX_CHARACTERS = 40_000;
/** A formula costs at least this many characters. */
const LEAST_COST = 10;

export class Allowance {
  #left: number;
  #hasNotice = false;

  constructor(characters = MAX_CHARACTERS) {
    this.#left = characters;
  }

  /** Returns the undo, or null if too little is left. */
  take(length: number): (() => void) | null {
    const cost = LEAST_COST + length;
    if (cost > this.#left) return null;
    this.#left -= cost;
    return () => {
      this.#left += cost;
    };
  }

  /** Returns the undo if this formula is the one that offers Retry, else null. */
  takeNotice(): (() => void) | null {
    if (this.#hasNotice) return null;
    this.#hasNotice = true;
    return () => {
      this.#hasNotice = false;
    };
  }
}

export const AllowanceContext = createContext(new Allowance(Number.POSITIVE_INFINITY));
