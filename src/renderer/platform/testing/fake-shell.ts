import type { ShellCommand } from '../../../shared/ipc/commands.ts';
import type { Destination } from '../../../shared/ipc/contract.ts';
import type { Shell } from '../shell.ts';

/** A desktop app around the page, played by a test. */
export interface FakeShell extends Shell {
  readonly tell: (command: ShellCommand) => void;
  /** Leads the page somewhere, as a link from outside does. */
  readonly lead: (destination: Destination) => void;
  /** How many parts of the page listen. */
  readonly listening: () => number;
}

export function createFakeShell(waiting: Destination | null = null): FakeShell {
  const listeners = new Set<(command: ShellCommand) => void>();
  let next = waiting;
  const tell = (command: ShellCommand) => {
    for (const listener of listeners) listener(command);
  };
  return {
    tell,
    lead(destination) {
      next = destination;
      tell({ kind: 'link' });
    },
    listening: () => listeners.size,
    onCommand(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async takeDestination() {
      const taken = next;
      next = null;
      return taken;
    },
  };
}
