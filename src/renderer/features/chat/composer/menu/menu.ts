import type { Command } from '../../../../lib/commands.ts';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  /** Shown in smaller text after the label. */
  readonly note?: string;
  /** The shortcut, as printed on the keyboard. */
  readonly keys?: readonly string[];
  readonly Icon?: Command['Icon'];
  readonly choose: () => void;
}

export interface MenuGroup {
  readonly title: string;
  readonly entries: readonly MenuEntry[];
}

export interface Menu {
  readonly label: string;
  readonly query: string;
  /** If this is empty, the menu shows that nothing matches. */
  readonly groups: readonly MenuGroup[];
}
