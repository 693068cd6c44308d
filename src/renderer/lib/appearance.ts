import { createDeviceChoice } from './device-choice.ts';
import { storageKeys } from './storage.ts';

/**
 * Appearance settings on this device, besides the color scheme. Each is an attribute of the root element
 * (theme/appearance.css), which public/before-paint.js sets before the first paint.
 */
export const appearance = {
  density: createDeviceChoice(storageKeys.density, ['comfortable', 'compact'], 'comfortable'),
  textSize: createDeviceChoice(storageKeys.textSize, ['small', 'medium', 'large'], 'medium'),
  codeTheme: createDeviceChoice(storageKeys.codeTheme, ['clover', 'classic', 'quiet'], 'clover'),
} as const;

const attributes = {
  density: 'data-density',
  textSize: 'data-text-size',
  codeTheme: 'data-code-theme',
} as const;

/** Applies the settings now and whenever a window changes them. Returns a function that stops this. */
export function followAppearance(): () => void {
  const undo = (Object.keys(attributes) as (keyof typeof attributes)[]).map((name) => {
    const apply = () => document.documentElement.setAttribute(attributes[name], appearance[name].get());
    apply();
    return appearance[name].subscribe(apply);
  });
  return () => {
    for (const stop of undo) stop();
  };
}
