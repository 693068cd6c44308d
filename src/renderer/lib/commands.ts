import type { ComponentType } from 'react';
import { useEffect, useEffectEvent } from 'react';

export type CommandGroup = 'chat' | 'actions' | 'models' | 'app';

export interface Command {
  /** Unique among the commands that are available at the same time. */
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** Search keywords. */
  readonly words?: string;
  /** Shown at the end of the row, for example "In use". */
  readonly note?: string;
  /** The shortcut's keys, as printed on the keyboard. */
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

/** Registers commands while the component is mounted. The palette calls `list` when it opens. */
export function useCommands(list: () => readonly Command[]): void {
  const current = useEffectEvent(list);
  useEffect(() => {
    const source = () => current();
    sources.add(source);
    return () => void sources.delete(source);
  }, []);
}

export const availableCommands = (): readonly Command[] => [...sources].flatMap((list) => list());
