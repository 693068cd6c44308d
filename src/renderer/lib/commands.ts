import type { ComponentType } from 'react';
import { useEffect, useEffectEvent } from 'react';

/** Under which heading a command stands. */
export type CommandGroup = 'chat' | 'actions' | 'models' | 'app';

/** Something that a person can have done by its name. */
export interface Command {
  /** Unique on the screen. */
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** Further words by which it is found. */
  readonly words?: string;
  /** Says more, at the end of the line: "In use". */
  readonly note?: string;
  /** The keys that do the same, as they are printed on the keyboard. */
  readonly keys?: readonly string[];
  readonly Icon?: ComponentType<{
    readonly size: number;
    readonly stroke: number;
    readonly 'aria-hidden': true;
  }>;
  /** True for one of many: listed only where it is searched for. */
  readonly isMinor?: boolean;
  readonly run: () => void;
}

const sources = new Set<() => readonly Command[]>();

/**
 * Offers commands while the calling part is on screen: whoever can do something says so, and what lists the commands
 * knows none of them. `list` is called when they are looked up, not before.
 */
export function useCommands(list: () => readonly Command[]): void {
  const current = useEffectEvent(list);
  useEffect(() => {
    const source = () => current();
    sources.add(source);
    return () => void sources.delete(source);
  }, []);
}

/** All commands that can be given now. */
export const availableCommands = (): readonly Command[] => [...sources].flatMap((list) => list());
