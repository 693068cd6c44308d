import { shell } from 'electron';
import { externalUrl } from '../../shared/domain/external-url.ts';

/**
 * Opens a URL in the user's browser or email program. The app opens URLs outside only here.
 * @returns false if the URL is not allowed; then nothing was opened
 */
export async function openExternal(address: string): Promise<boolean> {
  const url = externalUrl(address);
  // `url` is the parsed form, so exactly what was checked is opened.
  if (url !== null) await shell.openExternal(url);
  return url !== null;
}
