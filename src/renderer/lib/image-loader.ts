import { getConfig } from './config.ts';
import { getSupabase } from './supabase.ts';

/** A picture has at most 4 MB; a reply that is longer is none of ours. Bytes. */
const MAX_IMAGE_SIZE = 5 * 1024 * 1024;

/**
 * Fetches a picture that the service keeps for its user, with the session's token: the address alone opens nothing.
 * Rejects for somebody else's picture, without a session, and where the service cannot be reached.
 */
export async function loadOwnImage(id: string, signal: AbortSignal): Promise<Blob> {
  const [supabase, config] = await Promise.all([getSupabase(), getConfig()]);
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new Error('Pictures need a session.');
  const response = await fetch(`${config.supabaseUrl}/functions/v1/images/${encodeURIComponent(id)}`, {
    headers: { authorization: `Bearer ${data.session.access_token}`, apikey: config.supabaseKey },
    signal,
  });
  if (!response.ok) throw new Error(`The picture could not be fetched (${response.status}).`);
  const blob = await response.blob();
  if (blob.size > MAX_IMAGE_SIZE) throw new Error('The picture is too large.');
  return blob;
}
