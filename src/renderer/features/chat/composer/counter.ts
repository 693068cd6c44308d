import { chatLimits } from '../constants.ts';

/** How the character counter looks; null while it does not show [CHAT-074]. */
export type CounterTone = 'calm' | 'long' | 'very-long' | null;

export function counterTone(length: number): CounterTone {
  if (length > chatLimits.counterVeryLongAbove) return 'very-long';
  if (length > chatLimits.counterLongAbove) return 'long';
  return length > chatLimits.counterAbove ? 'calm' : null;
}

/** True when the message is so long that the screen advises to divide it [CHAT-075]. */
export function isTooLongToRead(length: number): boolean {
  return length > chatLimits.warningAbove;
}
