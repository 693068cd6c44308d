/** The origin of the desktop window. No website can have it, because the URL scheme belongs to the app. */
export const desktopOrigin = 'app://clover';

const allowedMethods = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS';

/** Response headers that supabase-js, clients of resumable uploads and OpenAI clients read. */
const exposedHeaders =
  'content-range,content-location,location,upload-offset,upload-length,tus-resumable,preference-applied,x-total-count,link,x-supabase-api-version,x-clover-vendor,x-clover-unavailable-vendor,x-clover-message-id,x-request-id';

/**
 * Returns CORS headers for our own origins and the desktop window only, never a wildcard. `requested` is the
 * preflight's list of headers, which are all allowed because client libraries keep adding new ones.
 */
export function corsHeaders(
  origin: string | null,
  ownOrigins: ReadonlySet<string>,
  requested: string | null,
): Headers {
  const headers = new Headers({ vary: 'origin' });
  if (origin === null || !(ownOrigins.has(origin) || origin === desktopOrigin)) return headers;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-allow-methods', allowedMethods);
  headers.set('access-control-expose-headers', exposedHeaders);
  headers.set('access-control-max-age', '7200');
  if (requested) headers.set('access-control-allow-headers', requested);
  return headers;
}
