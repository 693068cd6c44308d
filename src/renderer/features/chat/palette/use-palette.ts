import { useCallback, useState } from 'react';
import { availableCommands, type Command } from '../../../lib/commands.ts';

/**
 * The command palette; `commands` is null while it is closed. They are fixed when it opens, so that the list does
 * not change under the pointer.
 */
export function usePalette() {
  const [commands, setCommands] = useState<readonly Command[] | null>(null);
  const open = useCallback(() => setCommands(availableCommands()), []);
  const close = useCallback(() => setCommands(null), []);
  return { commands, open, close };
}
