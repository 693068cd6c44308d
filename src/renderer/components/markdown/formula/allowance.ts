import { createContext } from 'react';

/**
 * The maximum number of formula characters per text, because each becomes several elements. Other formulas are shown as
 * source.
 */
const MAX_CHARACTERS = 40_000;
/** A formula costs at least this many characters. */
const MIN_COST = 10;

export class Allowance {
  #left: number;
  #hasNotice = false;

  constructor(characters = MAX_CHARACTERS) {
    this.#left = characters;
  }

  /** Returns a function that gives the characters back, or null if too few are left. */
  take(length: number): (() => void) | null {
    const cost = MIN_COST + length;
    if (cost > this.#left) return null;
    this.#left -= cost;
    return () => {
      this.#left += cost;
    };
  }

  /** Returns a function that lets another formula show the notice, or null if one already shows it. */
  takeNotice(): (() => void) | null {
    if (this.#hasNotice) return null;
    this.#hasNotice = true;
    return () => {
      this.#hasNotice = false;
    };
  }
}

export const AllowanceContext = createContext(new Allowance(Number.POSITIVE_INFINITY));
