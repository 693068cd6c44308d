import { chatLimits } from '../constants.ts';

/** Null hides the counter [CHAT-074]. */
export type CounterTone = 'calm' | 'long' | 'very-long' | null;

export function counterTone(length: number): CounterTone {
  if (length > chatLimits.counterVeryLongAbove) return 'very-long';
  if (length > chatLimits.counterLongAbove) return 'long';
  return length > chatLimits.counterAbove ? 'calm' : null;
}

/** True if the input advises to split the message [CHAT-075]. */
export function isTooLongToRead(length: number): boolean {
  return length > chatLimits.warningAbove;
}
