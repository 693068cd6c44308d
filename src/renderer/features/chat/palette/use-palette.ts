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

/** Kept once fetched: then the palette opens within the key press, and the next letter is its own. */
let known: ComponentType<CommandPaletteProps> | null = null;

/** The command palette, fetched when it first opens. `opened` is null while it is closed. */
export function usePalette() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback(async () => {
    try {
      known ??= (await import('./CommandPalette.tsx')).CommandPalette;
      setOpened({ Palette: known, commands: availableCommands() });
    } catch {
      showToast(paletteToasts.notLoaded);
    }
  }, []);
  const close = useCallback(() => setOpened(null), []);
  return { opened, open, close };
}
