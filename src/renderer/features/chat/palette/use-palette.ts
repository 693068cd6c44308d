import { useCallback, useState } from 'react';
import { availableCommands, type Command } from '../../../lib/commands.ts';

/**
 * The command palette; `commands` is null while it is closed. They stay as they are when it opens, so that nothing in
 * the list moves under the finger.
 */
export function usePalette() {
  const [commands, setCommands] = useState<readonly Command[] | null>(null);
  const open = useCallback(() => setCommands(availableCommands()), []);
  const close = useCallback(() => setCommands(null), []);
  return { commands, open, close };
}
