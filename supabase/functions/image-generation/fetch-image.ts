import { CompletionError } from '../../../src/shared/completion/error.ts';
import { readChunks } from '../../../src/shared/providers/body.ts';
import { startDeadline, untilAborted } from '../../../src/shared/providers/deadline.ts';
import { responseTimeout } from '../../../src/shared/providers/failures.ts';
import { isPrivateHost } from '../../../src/shared/network/private-host.ts';

/** Bytes: what a row of message_images takes. */
export const largestImage = 4_194_304;

const failed = (reason: string) =>
  new CompletionError('invalid_format', `The image could not be fetched: ${reason}`);
export const tooLarge = () => failed('it is larger than 4 MB');

/** Which addresses are fetched. `vendorUrl` is the endpoint that gave the address. */
function checkAddress(address: URL, vendorUrl: string): void {
  // A server of one's own keeps its images itself, and where the operator lets us call it, over http too.
  if (URL.canParse(vendorUrl) && address.origin === new URL(vendorUrl).origin) return;
  // Any other address is the vendor's word. Where the operator allows private addresses, the guard would let a public
  // name through that resolves to one; but no service of an inner network has the certificate of such a name.
  if (address.protocol !== 'https:' || isPrivateHost(address.hostname))
    throw failed('its address is not a public one');
}

/**
 * Fetches an image from the address that a vendor gave: without keys or cookies, without redirects, at most 4 MB,
 * counted while they come, and 30 s. Rejects with CompletionError.
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
      throw failed(`its server answered ${response.status}`);
    }
    const image = new Uint8Array(largestImage);
    let size = 0;
    for await (const chunk of readChunks(response.body, deadline.signal)) {
      if (size + chunk.length > largestImage) throw tooLarge();
      image.set(chunk, size);
      size += chunk.length;
    }
    return image.slice(0, size);
  } catch (error) {
    if (error instanceof CompletionError) throw error;
    // What fetch throws may quote the address, which can hold a signature.
    throw failed('its server could not be reached');
  } finally {
    deadline.end();
  }
}
