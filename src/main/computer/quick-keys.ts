import { globalShortcut } from 'electron';

/** The keys that work in every program, at most one set of them. */
export interface QuickKeys {
  /** Returns false, and leaves the old keys in force, when another program has these. */
  readonly set: (keys: string | null) => boolean;
}

export function createQuickKeys(act: () => void): QuickKeys {
  let current: string | null = null;
  return {
    set(keys) {
      if (keys === current) return true;
      if (keys !== null && !succeeds(() => globalShortcut.register(keys, act))) return false;
      if (current !== null) globalShortcut.unregister(current);
      current = keys;
      return true;
    },
  };
}

/** Registering fails by a false, and by an error where the system knows no such keys. */
function succeeds(register: () => boolean): boolean {
  try {
    return register();
  } catch {
    return false;
  }
}
