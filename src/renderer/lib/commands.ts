import type { ComponentType } from 'react';
import { useEffect, useEffectEvent } from 'react';

export type CommandGroup = 'chat' | 'actions' | 'models' | 'app';

/** An entry of the command palette. */
export interface Command {
  /** Unique on the screen. */
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** Keywords for searching. */
  readonly words?: string;
  /** Shown at the end of the line, e.g. "In use". */
  readonly note?: string;
  /** The shortcut as printed on the keyboard. */
  readonly keys?: readonly string[];
  readonly Icon?: ComponentType<{
    readonly size: number;
    readonly stroke: number;
    readonly 'aria-hidden': true;
  }>;
  /** Shown only in search results. */
  readonly isMinor?: boolean;
  readonly run: () => void;
}

const sources = new Set<() => readonly Command[]>();

/** Registers commands while the component is mounted. `list` is called when the palette opens. */
export function useCommands(list: () => readonly Command[]): void {
  const current = useEffectEvent(list);
  useEffect(() => {
    const source = () => current();
    sources.add(source);
    return () => void sources.delete(source);
  }, []);
}

export const availableCommands = (): readonly Command[] => [...sources].flatMap((list) => list());
