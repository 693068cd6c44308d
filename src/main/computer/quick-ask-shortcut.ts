import { globalShortcut } from 'electron';

/** Shortcuts to try at the first start, in order. Other programs may already use some of them. */
export const defaultShortcuts = ['Control+Shift+Space', 'Control+Alt+Space', 'Control+Shift+F9'] as const;

/** The app's only global shortcut. */
export interface QuickAskShortcut {
  /** Returns false and keeps the old shortcut if another program uses this one. */
  readonly set: (keys: string | null) => boolean;
}

export function createQuickAskShortcut(act: () => void): QuickAskShortcut {
  let current: string | null = null;
  return {
    set(keys) {
      if (keys === current) return true;
      if (keys !== null && !tryRegistering(() => globalShortcut.register(keys, act))) return false;
      if (current !== null) globalShortcut.unregister(current);
      current = keys;
      return true;
    },
  };
}

/** Returns false if the registration fails, or throws because the system does not support the keys. */
function tryRegistering(register: () => boolean): boolean {
  try {
    return register();
  } catch {
    return false;
  }
}
