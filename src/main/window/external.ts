import { shell } from 'electron';

/** Schemes that may leave the app. Any other can start a program of this computer with an argument of a stranger's choice. */
const openable = new Set(['https:', 'mailto:']);

/** Whether an address may be handed to the operating system. Addresses with a user name in them are refused: they dress up as another site. */
export function isOpenable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return openable.has(protocol) && username === '' && password === '';
}

/**
 * Opens an address in the user's browser or mail program: the only way out of the app.
 *
 * @throws Error when the scheme is not one of the few that are allowed
 */
export async function openExternal(url: string): Promise<void> {
  if (!isOpenable(url)) throw new Error('Only https and mailto links can be opened.');
  // The parsed form, so that what was checked is what is opened.
  await shell.openExternal(new URL(url).href);
}
