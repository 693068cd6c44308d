import { z } from 'zod';
import { CompletionError } from '../../shared/completion/error.ts';
import { brand } from '../../shared/brand.ts';
import { isEncryptedOrLocal, isLoopback } from '../providers/outbound.ts';
import type { Settings } from '../settings/settings.ts';

/** The maximum time of a request in milliseconds, and the maximum size of a response in bytes. */
const limits = { wait: 10_000, length: 65_536 } as const;

const configSchema = z.object({
  supabaseUrl: z.url({ protocol: /^https?$/ }),
  supabaseKey: z.string().min(1).max(8_192),
});
const healthSchema = z.object({ status: z.literal('ok') });

/** A service to store in the settings, or why it was refused. */
export type CheckedService =
  | { readonly service: NonNullable<Settings['service']> & { readonly address: string } }
  | { readonly reason: string };

/** Reads `chat.example.org` as `https://chat.example.org`. Null if it is not a URL. */
function readAddress(given: string): URL | null {
  const text = given.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '' && /^https?:$/.test(url.protocol);
  return isPlain && url.hostname !== '' ? url : null;
}

async function readJson(response: Response): Promise<unknown> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > limits.length) throw new Error('too long');
  }
  return JSON.parse(text);
}

/**
 * Checks whether there is a Clover service at a URL: `/config.json` must name a data service, which must be healthy.
 * Sends no other requests.
 * @param fetch from `guardFetch`: it refuses redirects, and plain http to other computers
 */
export async function checkServiceAddress(
  given: string,
  fetch: typeof globalThis.fetch,
): Promise<CheckedService> {
  const url = readAddress(given);
  if (!url) return { reason: 'Enter a URL, such as https://chat.example.org.' };
  if (!isEncryptedOrLocal(url))
    return { reason: 'The URL must start with https://, otherwise others could read your chats.' };
  const { origin, host } = url;
  /** The host of the current request, for error messages. */
  let requestedHost = host;
  const request = async (address: string, key?: string) => {
    requestedHost = new URL(address).host;
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...(key !== undefined && { apikey: key }) },
      signal: AbortSignal.timeout(limits.wait),
    });
    return { isOk: response.ok, body: response.ok ? await readJson(response).catch(() => null) : null };
  };
  try {
    const config = configSchema.safeParse((await request(`${origin}/config.json`)).body);
    if (!config.success) return { reason: `${host} is not a ${brand} service.` };
    const { supabaseUrl, supabaseKey } = config.data;
    const data = new URL(supabaseUrl);
    if (!isEncryptedOrLocal(data))
      return { reason: `${host} doesn't encrypt the connection to its data, so it can't be used.` };
    if (isLoopback(data) && !isLoopback(url))
      return {
        reason: `${host} has no public URL for its data, so it works only on its own computer.`,
      };
    // A static host serves only the page, so also check the data service.
    const isReady =
      data.origin === origin
        ? healthSchema.safeParse((await request(`${origin}/healthz`)).body).success
        : (await request(`${supabaseUrl.replace(/\/+$/, '')}/auth/v1/health`, supabaseKey)).isOk;
    if (!isReady) return { reason: `${host} is a ${brand} service, but it is not ready. Try again later.` };
    return { service: { url: supabaseUrl, publishableKey: supabaseKey, address: origin } };
  } catch (error) {
    // The error already describes the problem with the certificate or proxy.
    if (error instanceof CompletionError) return { reason: error.message };
    return { reason: `${requestedHost} did not respond. Check the URL and your connection.` };
  }
}
