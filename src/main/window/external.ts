import { shell } from 'electron';
import { externalUrl } from '../../shared/domain/external-url.ts';

/**
 * Opens an address in the user's browser or mail program: the only way out of the app.
 *
 * @returns false when the address may not leave the app, and nothing was opened
 */
export async function openExternal(address: string): Promise<boolean> {
  const url = externalUrl(address);
  // The parsed form, so that what was checked is what is opened.
  if (url !== null) await shell.openExternal(url);
  return url !== null;
}
