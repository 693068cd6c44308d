import { createContext } from 'react';
import { platform } from '../../../platform/index.ts';
import { decryptPicture } from '../../../lib/history-fetch.ts';
import { fetchInSession } from '../../../lib/session-requests.ts';
import { getSupabase } from '../../../lib/supabase.ts';

/** Loads a generated image. Rejects if it doesn't exist or belongs to another user. */
export type ImageLoader = (id: string, signal: AbortSignal) => Promise<Blob>;

export const ImageLoaderContext = createContext<ImageLoader>(loadGeneratedImage);

/** In bytes. Generated images are at most 4 MB. */
const MAX_IMAGE_SIZE = 5 * 1024 * 1024;

async function loadGeneratedImage(id: string, signal: AbortSignal): Promise<Blob> {
  const stored = await fetchImage(id, signal, 'default');
  const shown = await decryptPicture(id, stored).catch(() => null);
  if (shown?.type.startsWith('image/')) return shown;
  // The browser may have cached the image before encrypted history was turned on or off.
  return decryptPicture(id, await fetchImage(id, signal, 'reload'));
}

async function fetchImage(id: string, signal: AbortSignal, cache: RequestCache): Promise<Blob> {
  const [supabase, config] = await Promise.all([getSupabase(), platform.loadConfig()]);
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new Error('Images need a session.');
  const response = await fetchInSession(
    `${config.supabaseUrl}/functions/v1/images/${encodeURIComponent(id)}`,
    {
      headers: { authorization: `Bearer ${data.session.access_token}`, apikey: config.supabaseKey },
      signal,
      cache,
    },
  );
  if (!response.ok) throw new Error(`The image could not be fetched (${response.status}).`);
  const blob = await response.blob();
  if (blob.size > MAX_IMAGE_SIZE) throw new Error('The image is too large.');
  return blob;
}
