/** Origins that the page may talk to besides its own; those of a hosted service, whose sockets count apart. */
function connectSources(hostedUrl: string | null): string {
  if (!hostedUrl) return "'self'";
  return `'self' ${hostedUrl} ${hostedUrl.replace(/^http/, 'ws')}`;
}

/** What every answer with a part of the app carries, by names in lower case: our own server and hosts of static files alike. */
export function securityHeaders(hostedUrl: string | null): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      // Mantine writes its variables and responsive rules into style elements.
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      // Pictures of other hosts are shown after a click that names the host, and only over TLS.
      "img-src 'self' data: blob: https:",
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
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
}

/** Sent only over TLS: over plain http browsers ignore it, and must. */
export const strictTransport = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
} as const;

/** For files whose name changes with their content; everything else is asked for again each time. */
export const permanent = 'public, max-age=31536000, immutable';
