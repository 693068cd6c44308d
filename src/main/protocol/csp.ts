/** A policy for `http://…` does not include `ws://…` in every engine. */
const socketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * The policy of every document. Scripts come only from the package; the page may connect only to its own origin and to
 * the service in use, so that a hostile message cannot send stolen data anywhere.
 *
 * Styles may be inline because Mantine writes its theme into a style element; scripts never.
 */
export function contentSecurityPolicy(serviceOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    // Images of other hosts are shown only after a click on a button that names the host, and only over TLS.
    `img-src 'self' data: blob: https: ${serviceOrigin}`,
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self' ${serviceOrigin} ${socketOrigin(serviceOrigin)}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A worker has the policy that its script was sent with, not the document's. Ours connect to nothing. */
export const workerPolicy = "default-src 'none'; script-src 'self'";

/** For development: the development server adds an inline script and uses its own socket. */
export function developmentPolicy(serviceOrigin: string, server: string): string {
  return contentSecurityPolicy(serviceOrigin)
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${server} ${socketOrigin(server)}`);
}
