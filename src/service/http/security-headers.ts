/** Lists the origins that the page may call: its own and the hosted service's. Websockets need their own entry. */
function connectSources(hostedUrl: string | null): string {
  if (!hostedUrl) return "'self'";
  return `'self' ${hostedUrl} ${hostedUrl.replace(/^http/, 'ws')}`;
}

/**
 * Returns the headers for every file of the app, with names in lower case, for our own server and for static hosting.
 *
 * @param inlineScripts the hashes of the only scripts that pages may contain, such as `sha256-…`
 */
export function securityHeaders(
  hostedUrl: string | null,
  inlineScripts: readonly string[] = [],
): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      ["script-src 'self'", ...inlineScripts.map((hash) => `'${hash}'`)].join(' '),
      // Mantine writes its variables and responsive rules to style elements.
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      // Images from other hosts are shown only over TLS, after a click on a button that names the host.
      "img-src 'self' data: blob: https:",
      // Videos are read on the device, to choose frames.
      'media-src blob:',
      `connect-src ${connectSources(hostedUrl)}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    // The microphone is for dictating.
    'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=()',
  };
}

/** Sent only over TLS, because browsers ignore it over plain http. */
export const strictTransport = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
} as const;

/** For files whose name changes with their content. All others are revalidated each time. */
export const immutableCaching = 'public, max-age=31536000, immutable';
