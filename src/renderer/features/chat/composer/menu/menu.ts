import type { Command } from '../../../../lib/commands.ts';

/** A line of the menu at the input. */
export interface MenuEntry {
  /** Unique in the menu. */
  readonly id: string;
  readonly label: string;
  /** Smaller, after the label. */
  readonly note?: string;
  /** The shortcut as printed on the keyboard. */
  readonly keys?: readonly string[];
  readonly Icon?: Command['Icon'];
  readonly choose: () => void;
}

export interface MenuGroup {
  readonly title: string;
  readonly entries: readonly MenuEntry[];
}

/** The menu that the text in the input opens. */
export interface Menu {
  readonly label: string;
  /** What is typed after the sign that opens it. */
  readonly query: string;
  /** Without entries, the menu shows that nothing matches. */
  readonly groups: readonly MenuGroup[];
}
