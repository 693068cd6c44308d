import { readStored, storageKeys, writeStored } from './storage.ts';

export const colorSchemes = ['light', 'dark', 'auto'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

const attribute = 'data-mantine-color-scheme';
const systemIsDark = '(prefers-color-scheme: dark)';
const listeners = new Set<(choice: ColorScheme) => void>();

/** Returns the user's choice. `auto` follows the system. */
export function getColorScheme(): ColorScheme {
  const storedChoice = readStored(storageKeys.colorScheme);
  return storedChoice === 'light' || storedChoice === 'dark' ? storedChoice : 'auto';
}

/** Saves the choice. Other tabs follow it through the storage event. */
export function setColorScheme(choice: ColorScheme): void {
  writeStored(storageKeys.colorScheme, choice);
  apply(choice);
}

export function onColorScheme(listener: (choice: ColorScheme) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the system and other tabs. Returns a function that stops this. */
export function followColorScheme(): () => void {
  const system = window.matchMedia(systemIsDark);
  const update = () => apply(getColorScheme());
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.colorScheme) update();
  };
  update();
  system.addEventListener('change', update);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', update);
    window.removeEventListener('storage', onStorage);
  };
}

function apply(choice: ColorScheme): void {
  // Always `light` or `dark`, because Mantine's styles don't support "auto".
  const shownScheme =
    choice === 'auto' ? (window.matchMedia(systemIsDark).matches ? 'dark' : 'light') : choice;
  document.documentElement.setAttribute(attribute, shownScheme);
  for (const listener of listeners) listener(choice);
}
