import { createDeviceChoice } from '../device-choice.ts';
import { readStored, vaultActivityKey, writeStored } from '../storage.ts';

/** In minutes without use. */
export const lockAfter = createDeviceChoice('clover-lock-after', ['never', '15', '60', '480'], 'never');

/**
 * In milliseconds. The time is written and checked repeatedly, because a single long timer would not run while a
 * computer sleeps.
 */
const interval = 15_000;

export const recordActivity = (userId: string): void =>
  void writeStored(vaultActivityKey(userId), String(Date.now()));

/** True if no tab of this device was used for the chosen time. */
export function isIdle(userId: string): boolean {
  const choice = lockAfter.get();
  if (choice === 'never') return false;
  // Without a stored time, the device counts as idle.
  return Date.now() - Number(readStored(vaultActivityKey(userId))) >= Number(choice) * 60_000;
}

/** Calls `onIdle` once if this device is not used for the chosen time. Returns a function that stops watching. */
export function watchIdle(userId: string, onIdle: () => void): () => void {
  let recordedAt = Date.now();
  const record = () => {
    if (Date.now() - recordedAt < interval || isIdle(userId)) return;
    recordedAt = Date.now();
    recordActivity(userId);
  };
  const timer = setInterval(() => {
    if (isIdle(userId)) onIdle();
  }, interval);
  const events = ['pointerdown', 'keydown', 'scroll'] as const;
  for (const event of events) window.addEventListener(event, record, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    for (const event of events) window.removeEventListener(event, record, { capture: true });
  };
}
