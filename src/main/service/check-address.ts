import { z } from 'zod';
import { CompletionError } from '../../shared/completion/error.ts';
import { brand } from '../../shared/brand.ts';
import { isEncryptedOrLocal, isLoopback } from '../providers/outbound.ts';
import type { Settings } from '../settings/settings.ts';

/** How long (ms) a service may take to show itself, and how much (bytes) it may say. */
const limits = { wait: 10_000, answer: 65_536 } as const;

const configSchema = z.object({
  supabaseUrl: z.url({ protocol: /^https?$/ }),
  supabaseKey: z.string().min(1).max(8_192),
});
const healthSchema = z.object({ status: z.literal('ok') });

/** A service as the settings keep it, or the sentence why it is none. */
export type CheckedService =
  | { readonly service: NonNullable<Settings['service']> & { readonly address: string } }
  | { readonly reason: string };

/** `chat.example.org` is meant as `https://chat.example.org`. Null for what is no address. */
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
    if (text.length > limits.answer) throw new Error('too long');
  }
  return JSON.parse(text);
}

/**
 * Looks whether a Clover service is at an address: its `/config.json` tells where its data is, and the data are asked
 * whether they answer. Nothing is sent but these two questions.
 *
 * @param fetch guarded: it calls neither plain http on other computers nor where a redirect leads
 */
export async function checkServiceAddress(
  given: string,
  fetch: typeof globalThis.fetch,
): Promise<CheckedService> {
  const url = readAddress(given);
  if (!url) return { reason: 'This is no address. One looks like https://chat.example.org.' };
  if (!isEncryptedOrLocal(url))
    return { reason: 'The address must start with https://, or your chats would travel in the open.' };
  const { origin, host } = url;
  /** Whoever is asked now: the one to name when there is no answer. */
  let asked = host;
  const ask = async (address: string, key?: string) => {
    asked = new URL(address).host;
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...(key !== undefined && { apikey: key }) },
      signal: AbortSignal.timeout(limits.wait),
    });
    return { isOk: response.ok, body: response.ok ? await readJson(response).catch(() => null) : null };
  };
  try {
    const config = configSchema.safeParse((await ask(`${origin}/config.json`)).body);
    if (!config.success) return { reason: `${host} is not a ${brand} service.` };
    const { supabaseUrl, supabaseKey } = config.data;
    const data = new URL(supabaseUrl);
    if (!isEncryptedOrLocal(data))
      return { reason: `${host} keeps its data where it would be reached without encryption.` };
    if (isLoopback(data) && !isLoopback(url))
      return { reason: `${host} is set up for its own computer alone: it names no address for its data.` };
    // A host of the page alone, of static files for example, knows nothing of the data behind it.
    const isReady =
      data.origin === origin
        ? healthSchema.safeParse((await ask(`${origin}/healthz`)).body).success
        : (await ask(`${supabaseUrl.replace(/\/+$/, '')}/auth/v1/health`, supabaseKey)).isOk;
    if (!isReady)
      return { reason: `${host} is a ${brand} service, but it is not ready. Please try again later.` };
    return { service: { url: supabaseUrl, publishableKey: supabaseKey, address: origin } };
  } catch (error) {
    // A certificate or the proxy: said as it is.
    if (error instanceof CompletionError) return { reason: error.message };
    return { reason: `${asked} did not answer. Please check the address and your connection.` };
  }
}
