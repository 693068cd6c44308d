import { acceleratorPattern } from '../../../shared/ipc/accelerator.ts';

type KeyPress = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Uses the key's position, because the character depends on the keyboard layout and on modifier keys. */
const keyOf = (code: string): string => code.replace(/^(?:Key|Digit)(?=.$)/, '');

/**
 * Converts pressed keys to Electron's notation. Null if they can't be a global shortcut.
 *
 * @param isMac decides whether Meta means Cmd or Super
 */
export function acceleratorOf(press: KeyPress, isMac: boolean): string | null {
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

const printedNames: Readonly<Record<string, string>> = { Control: 'Ctrl', Command: '⌘', Super: 'Win' };

/** Returns the keys as printed on the keyboard. */
export const keyLabels = (accelerator: string): string[] =>
  accelerator.split('+').map((key) => printedNames[key] ?? key);
