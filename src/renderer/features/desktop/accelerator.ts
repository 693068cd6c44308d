import { acceleratorPattern } from '../../../shared/ipc/accelerator.ts';

type Press = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The key by its position, because the character depends on the keyboard layout and the other pressed keys. */
const keyOf = (code: string): string => code.replace(/^(?:Key|Digit)(?=.$)/, '');

/**
 * The pressed keys in Electron's notation; null if they can't be a global shortcut.
 *
 * @param isMac the Meta key is Cmd there, elsewhere Super
 */
export function acceleratorOf(press: Press, isMac: boolean): string | null {
  const parts = [
    press.ctrlKey && 'Control',
    press.metaKey && (isMac ? 'Command' : 'Super'),
    press.altKey && 'Alt',
    press.shiftKey && 'Shift',
    keyOf(press.code),
  ];
  const keys = parts.filter((part) => part !== false).join('+');
  return acceleratorPattern.test(keys) ? keys : null;
}

const printed: Readonly<Record<string, string>> = { Control: 'Ctrl', Command: '⌘', Super: 'Win' };

/** The keys as they are printed on a keyboard. */
export const keysIn = (accelerator: string): string[] =>
  accelerator.split('+').map((key) => printed[key] ?? key);
