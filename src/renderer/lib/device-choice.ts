import { useSyncExternalStore } from 'react';
import { readStored, type StorageKey, writeStored } from './storage.ts';

/** A device setting with a few fixed values. */
export interface DeviceChoice<Value extends string> {
  readonly options: readonly Value[];
  readonly get: () => Value;
  /** Saves the choice. All windows follow it. */
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createDeviceChoice<Value extends string>(
  key: StorageKey,
  options: readonly Value[],
  standard: NoInfer<Value>,
): DeviceChoice<Value> {
  const listeners = new Set<() => void>();
  return {
    options,
    get() {
      const storedChoice = readStored(key);
      return options.find((option) => option === storedChoice) ?? standard;
    },
    set(value) {
      writeStored(key, value === standard ? null : value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

export const useDeviceChoice = <Value extends string>({ subscribe, get }: DeviceChoice<Value>): Value =>
  useSyncExternalStore(subscribe, get);
