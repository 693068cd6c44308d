import type { Session } from 'electron';
import { isOwnUrl } from '../protocol/scheme.ts';

/**
 * The permissions of our page. All others are denied, including future ones.
 * - loopback-network: the embedded service listens on 127.0.0.1;
 * - clipboard-sanitized-write: the copy buttons. Reading the clipboard is denied.
 */
const granted: ReadonlySet<string> = new Set(['loopback-network', 'clipboard-sanitized-write']);

/** @param origin the URL or origin of the requesting frame */
function isPermitted(permission: string, origin: string, isMainFrame: boolean): boolean {
  return isMainFrame && granted.has(permission) && isOwnUrl(origin);
}

/** Sets both handlers, because some of Chromium's features use only one of them. */
export function denyPermissions(session: Session): void {
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) =>
    isPermitted(permission, requestingOrigin, details.isMainFrame),
  );
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isPermitted(permission, details.requestingUrl, details.isMainFrame));
  });
  session.setDevicePermissionHandler(() => false);
}
