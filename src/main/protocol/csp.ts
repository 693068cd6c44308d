/** The same origin for sockets: a policy for `http://…` does not cover `ws://…` in every engine. */
const socketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * The policy of every document of the app. Scripts come from the package alone; the page talks to its own origin and
 * to the one service in use, so that a hostile message has nowhere to send what it stole.
 *
 * Styles may be inline because Mantine writes its theme into a style element; scripts never.
 */
export function contentSecurityPolicy(serviceOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    // Pictures of other hosts are shown after a click that names the host, and only over TLS.
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

/** The policy while developing: the development server puts a script into the document and reloads over a socket of its own. */
export function developmentPolicy(serviceOrigin: string, server: string): string {
  return contentSecurityPolicy(serviceOrigin)
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${server} ${socketOrigin(server)}`);
}
