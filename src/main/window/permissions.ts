import type { Session } from 'electron';
import { isOwnUrl } from '../protocol/scheme.ts';

/**
 * The permissions of our page. All others are denied, including future ones.
 * - loopback-network: the embedded service listens on 127.0.0.1;
 * - clipboard-sanitized-write: the copy buttons. Reading the clipboard is denied;
 * - media: the microphone, for dictation. The camera is denied.
 */
const granted: ReadonlySet<string> = new Set(['loopback-network', 'clipboard-sanitized-write']);

/** @param origin the URL or origin of the requesting frame */
function isPermitted(
  permission: string,
  origin: string,
  isMainFrame: boolean,
  media: readonly string[],
): boolean {
  const isGranted =
    granted.has(permission) ||
    (permission === 'media' && media.length > 0 && media.every((kind) => kind === 'audio'));
  return isMainFrame && isGranted && isOwnUrl(origin);
}

/** Sets both handlers, because some of Chromium's features use only one of them. */
export function denyPermissions(session: Session): void {
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) =>
    isPermitted(permission, requestingOrigin, details.isMainFrame, [details.mediaType ?? '']),
  );
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    callback(isPermitted(permission, details.requestingUrl, details.isMainFrame, media));
  });
  session.setDevicePermissionHandler(() => false);
}
