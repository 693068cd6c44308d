import { useCallback, useEffect, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { availableCommands, type Command } from '../../../lib/commands.ts';

/** Loaded in advance by `usePalette`, so that the palette opens immediately. */
export const CommandPalette = lazyComponent(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
  { look: 'dialog' },
);

/**
 * `commands` is null while the palette is closed. The commands are fixed when it opens, so that the list doesn't change
 * under the pointer.
 */
export function usePalette() {
  useEffect(() => void CommandPalette.preload(), []);
  const [commands, setCommands] = useState<readonly Command[] | null>(null);
  const open = useCallback(() => setCommands(availableCommands()), []);
  const close = useCallback(() => setCommands(null), []);
  return { commands, open, close };
}
