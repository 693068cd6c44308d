import type { Event, WebContents } from 'electron';
import { isOwnUrl } from '../protocol/scheme.ts';
import { openExternal } from './external.ts';

/** The document that a frame is given by the page, word for word. Nothing but the page can lead a frame there. */
const givenDocument = 'about:srcdoc';

/**
 * The page itself may move about its own origin, and only the page: a frame inside it has the document that it was
 * given (diagrams are drawn in one without an origin) and goes nowhere.
 */
const mayNavigate = (url: string, isMainFrame: boolean): boolean =>
  isMainFrame ? isOwnUrl(url) : url === givenDocument;

interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
}

function denyForeign(details: Event<Navigation>): void {
  if (!mayNavigate(details.url, details.isMainFrame)) details.preventDefault();
}

/**
 * Applies to every web contents of the app, from `web-contents-created`, so that a window made later cannot be forgotten.
 * Navigation and popups are denied; a popup with an address that may leave the app goes to the user's browser instead.
 */
export function applyPolicies(contents: WebContents): void {
  // Three events, because each is missed by the others: links and scripts, frames, and redirects of either.
  contents.on('will-navigate', denyForeign);
  contents.on('will-frame-navigate', denyForeign);
  contents.on('will-redirect', denyForeign);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url).catch(() => undefined);
    return { action: 'deny' };
  });
}
