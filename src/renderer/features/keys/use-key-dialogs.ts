import { type ComponentProps, type ComponentType, useCallback, useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { keyTexts } from './texts.ts';
import type { KeyDialogs } from './KeyDialogs.tsx';

/** Which dialog is open: one vendor's, or the list of them. */
export interface OpenedKeys {
  readonly vendor: string | null;
  /** True when a message waits for the key [KEY-014]. */
  readonly isNeeded: boolean;
}

type Dialogs = ComponentType<ComponentProps<typeof KeyDialogs>>;

/** Opens the dialogs about keys; their code is fetched when the first one opens. */
export function useKeyDialogs() {
  const [opened, setOpened] = useState<OpenedKeys | null>(null);
  const [Dialogs, setDialogs] = useState<Dialogs | null>(null);
  const open = useCallback(async (next: OpenedKeys) => {
    try {
      const module = await import('./KeyDialogs.tsx');
      setDialogs(() => module.KeyDialogs);
      setOpened(next);
    } catch {
      showToast(keyTexts.notLoaded);
    }
  }, []);
  const close = useCallback(() => setOpened(null), []);
  return { opened, Dialogs, open, close };
}
