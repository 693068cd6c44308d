import { keptShareKey } from '../../lib/storage.ts';

/**
 * Keeps the fragment of a link in this tab while its reader signs in. It can't be in the return path, because that path
 * is sent to the service, which must not receive the key.
 */
export function keepKey(id: string, hash: string): void {
  try {
    sessionStorage.setItem(keptShareKey, `${id}${hash}`);
  } catch {
    // Without storage, the reader has to open the link again.
  }
}

/** Returns the fragment that was kept for this link, or an empty text. */
export function readKeptKey(id: string): string {
  try {
    const text = sessionStorage.getItem(keptShareKey) ?? '';
    return text.startsWith(`${id}#`) ? text.slice(id.length) : '';
  } catch {
    return '';
  }
}
