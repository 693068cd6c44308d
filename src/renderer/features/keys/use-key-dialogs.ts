import { useCallback, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.tsx';

/** Which dialog is open: one vendor's, or the list of them. */
export interface OpenedKeys {
  readonly vendor: string | null;
  /** True when a message waits for the key [KEY-014]. */
  readonly isNeeded: boolean;
}

export const KeyDialogs = lazyComponent(async () => (await import('./KeyDialogs.tsx')).KeyDialogs, {
  look: 'dialog',
});

/** Opens the dialogs about keys. */
export function useKeyDialogs() {
  const [opened, open] = useState<OpenedKeys | null>(null);
  const close = useCallback(() => open(null), []);
  return { opened, open, close };
}
