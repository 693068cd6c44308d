import { type ComponentType, useCallback, useState } from 'react';
import { availableCommands, type Command } from '../../../lib/commands.ts';
import { showToast } from '../../../lib/toast.ts';
import type { CommandPaletteProps } from './CommandPalette.tsx';
import { paletteToasts } from './texts.ts';

interface Opened {
  readonly Palette: ComponentType<CommandPaletteProps>;
  /** As they are when it opens: nothing in the list moves under the finger. */
  readonly commands: readonly Command[];
}

/** The command palette, fetched when it first opens. `opened` is null while it is closed. */
export function usePalette() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback(async () => {
    try {
      const { CommandPalette } = await import('./CommandPalette.tsx');
      setOpened({ Palette: CommandPalette, commands: availableCommands() });
    } catch {
      showToast(paletteToasts.notLoaded);
    }
  }, []);
  const close = useCallback(() => setOpened(null), []);
  return { opened, open, close };
}
