/** Returns the origin for WebSockets. In some browsers, a `connect-src` for `http://…` does not allow `ws://…`. */
const socketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * Returns the Content Security Policy of every document. Scripts come only from the package. The page may connect only
 * to its origin and to the service in use, so that injected content cannot send data elsewhere. Inline styles are
 * allowed because Mantine writes its theme into a style element; inline scripts are not.
 */
export function contentSecurityPolicy(serviceOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    // Images from other hosts are loaded only over TLS, after a click on a button that shows the host's name.
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

/**
 * A worker has the Content Security Policy of its script's response, not that of the document. Our workers make no
 * requests.
 */
export const workerPolicy = "default-src 'none'; script-src 'self'";

/** Returns a policy for the development server, which adds an inline script and opens a WebSocket. */
export function developmentPolicy(serviceOrigin: string, server: string): string {
  return contentSecurityPolicy(serviceOrigin)
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${server} ${socketOrigin(server)}`);
}
