import type { Event, WebContents } from 'electron';
import { isOwnUrl } from '../protocol/scheme.ts';
import { openExternal } from './external.ts';

/** The URL of a frame whose document the page provides. */
const inlineDocument = 'about:srcdoc';

/**
 * Allows the page to navigate only within its origin. A frame may load only a document that the page provides (diagrams
 * are drawn in a frame without an origin).
 */
const mayNavigate = (url: string, isMainFrame: boolean): boolean =>
  isMainFrame ? isOwnUrl(url) : url === inlineDocument;

interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
}

function denyOtherUrls(details: Event<Navigation>): void {
  if (!mayNavigate(details.url, details.isMainFrame)) details.preventDefault();
}

/**
 * Applies the policies to all web contents through `web-contents-created`, so that no window is forgotten. Denies
 * navigation and popups; the URL of a popup opens in the user's browser if it is allowed.
 */
export function applyPolicies(contents: WebContents): void {
  // Links and scripts, frames, and redirects each have a separate event.
  contents.on('will-navigate', denyOtherUrls);
  contents.on('will-frame-navigate', denyOtherUrls);
  contents.on('will-redirect', denyOtherUrls);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url).catch(() => undefined);
    return { action: 'deny' };
  });
}
