import { shell } from 'electron';
import { externalUrl } from '../../shared/domain/external-url.ts';

/**
 * Opens a URL in the user's browser or email program. All links of the app use this function.
 * @returns false if the URL is not allowed and was not opened
 */
export async function openExternal(address: string): Promise<boolean> {
  const url = externalUrl(address);
  // Open the parsed URL, because it is exactly the one that was checked.
  if (url !== null) await shell.openExternal(url);
  return url !== null;
}
