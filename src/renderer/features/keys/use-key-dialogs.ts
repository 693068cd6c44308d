import { useCallback, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.tsx';

export interface OpenKeyDialog {
  /** Null for the list of vendors. */
  readonly vendor: string | null;
  /** True if a message needs the key [KEY-014]. */
  readonly isNeeded: boolean;
}

export interface KeyDialogsProps {
  readonly opened: OpenKeyDialog;
  readonly onOpen: (opened: OpenKeyDialog) => void;
  readonly onClose: () => void;
}

export const KeyDialogs = lazyComponent(async () => (await import('./ApiKeyDialog.tsx')).KeyDialogs, {
  look: 'dialog',
});

export function useKeyDialogs() {
  const [opened, open] = useState<OpenKeyDialog | null>(null);
  const close = useCallback(() => open(null), []);
  return { opened, open, close };
}
