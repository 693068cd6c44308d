import { createVault } from '../../../src/main/keychain/create-vault.ts';
import { noEncryption } from '../../../src/main/keychain/testing/no-encryption.ts';
import { createComplete } from '../../../src/main/providers/complete.ts';
import { createVendorLookup } from '../../../src/main/providers/vendor-lookup.ts';
import { guardFetch } from '../../../src/main/providers/outbound.ts';
import type { Delta } from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import {
  responseOf,
  streamEndpoints,
  type ReadStream,
} from '../../../src/shared/providers/testing/streams/read-stream.ts';
import { request } from '../../../src/shared/providers/testing/vendors.ts';

const serviceUrl = 'http://127.0.0.1:1';
const identity = 'embedded:proof';
const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const accessToken = `h.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.s`;
const { signal } = new AbortController();

/**
 * Reads like the desktop app with a user's own key: main calls the vendor, and the service only counts the message.
 */
export const readThroughMain: ReadStream = async (dialect, stream, cut) => {
  const endpoint = streamEndpoints[dialect];
  const row = { name: 'hub', display_name: 'Hub', endpoint_url: endpoint, config: { dialect } };
  const fetch = guardFetch(async (input) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.startsWith(serviceUrl)) return responseOf(stream, cut);
    return Response.json(address.includes('/api_vendors') ? [row] : true);
  });
  const vault = createVault(() => Promise.reject(new Error('There is no keychain.')), noEncryption);
  const place = { service: identity, userId, vendor: 'hub', endpointOrigin: new URL(endpoint).origin };
  await vault.set(place, 'sk-own-key', 'session');
  const complete = createComplete({
    service: { identity, connect: async () => ({ url: serviceUrl, publishableKey: 'publishable' }) },
    vault,
    findVendor: createVendorLookup(fetch),
    replies: { write: () => Promise.reject(new Error('Nothing is stored here.')) },
    fetch,
  });
  const deltas: Delta[] = [];
  const error = await complete(
    { ...request(), vendor: 'hub' },
    { signal, accessToken, onDelta: (delta) => void deltas.push(delta) },
  ).then(
    () => undefined,
    (thrown: unknown) => thrown as CompletionError,
  );
  return { deltas, error };
};
