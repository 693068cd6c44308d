import { CompletionError } from '../../../src/shared/completion/error.ts';
import { readChunks } from '../../../src/shared/providers/body.ts';
import { startDeadline, untilAborted } from '../../../src/shared/providers/deadline.ts';
import { responseTimeout } from '../../../src/shared/providers/failures.ts';
import { isPrivateHost } from '../../../src/shared/network/private-host.ts';

/** The largest image that a row of message_images can store. */
export const maximumImageBytes = 4_194_304;

const fetchFailed = (reason: string) =>
  new CompletionError('invalid_format', `The image could not be fetched: ${reason}`);
export const imageTooLarge = () => fetchFailed('it is larger than 4 MB');

/** Throws unless the URL may be fetched. `vendorUrl` is the endpoint that returned it. */
function checkAddress(address: URL, vendorUrl: string): void {
  // An operator's own server may serve images itself, even over http.
  if (URL.canParse(vendorUrl) && address.origin === new URL(vendorUrl).origin) return;
  // If the operator allows private IP addresses, the guard accepts public names that resolve to one. Requiring https
  // prevents that, because no server in a private network has a certificate for such a name.
  if (address.protocol !== 'https:' || isPrivateHost(address.hostname))
    throw fetchFailed('its URL is not public');
}

/**
 * Fetches an image from a URL that a vendor returned, without keys, cookies or redirects, at most 4 MB and within 30 s.
 * Rejects with CompletionError.
 */
export async function fetchImage(
  url: string,
  vendorUrl: string,
  options: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  checkAddress(new URL(url), vendorUrl);
  const deadline = startDeadline(options.signal, responseTimeout);
  try {
    const sent = options.fetch(url, {
      headers: { accept: 'image/png, image/jpeg, image/webp' },
      signal: deadline.signal,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    const response = await untilAborted(sent, deadline.signal);
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw fetchFailed(`its server responded with ${response.status}`);
    }
    const image = new Uint8Array(maximumImageBytes);
    let size = 0;
    for await (const chunk of readChunks(response.body, deadline.signal)) {
      if (size + chunk.length > maximumImageBytes) throw imageTooLarge();
      image.set(chunk, size);
      size += chunk.length;
    }
    return image.slice(0, size);
  } catch (error) {
    if (error instanceof CompletionError) throw error;
    // A fetch error may quote the URL, which can contain a signature.
    throw fetchFailed('its server could not be reached');
  } finally {
    deadline.end();
  }
}
