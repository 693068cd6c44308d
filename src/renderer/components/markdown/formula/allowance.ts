import { createContext } from 'react';

/** Characters of formulas that one text may have typeset: each becomes several elements. The rest shows its source. */
const MAX_CHARACTERS = 40_000;
/** Even the shortest formula takes some. */
const LEAST_COST = 10;

/** What a text may still spend on formulas. */
export class Allowance {
  #left: number;
  #hasNotice = false;

  constructor(characters = MAX_CHARACTERS) {
    this.#left = characters;
  }

  /** Takes what a formula of this length costs and returns how to give it back; null when there is too little left. */
  take(length: number): (() => void) | null {
    const cost = LEAST_COST + length;
    if (cost > this.#left) return null;
    this.#left -= cost;
    return () => {
      this.#left += cost;
    };
  }

  /** The one formula of a text that offers to try again for all of them; returns how to let go, or null. */
  takeNotice(): (() => void) | null {
    if (this.#hasNotice) return null;
    this.#hasNotice = true;
    return () => {
      this.#hasNotice = false;
    };
  }
}

export const AllowanceContext = createContext(new Allowance(Number.POSITIVE_INFINITY));
