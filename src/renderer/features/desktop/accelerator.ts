import { acceleratorPattern } from '../../../shared/ipc/accelerator.ts';

type Press = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Keys by their place: what they write depends on the layout and on the other keys held. */
const keyOf = (code: string): string => code.replace(/^(?:Key|Digit)(?=.$)/, '');

/**
 * Keys pressed, as the shell names them; null for keys that cannot be taken from all other programs.
 *
 * @param isMac there the key beside the space bar is Cmd, elsewhere Super
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

/** The keys one by one as they are printed on a keyboard. */
export const keysIn = (accelerator: string): string[] =>
  accelerator.split('+').map((key) => printed[key] ?? key);
