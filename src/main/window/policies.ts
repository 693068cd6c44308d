import type { Event, WebContents } from 'electron';
import { isOwnUrl } from '../protocol/scheme.ts';
import { openExternal } from './external.ts';

/** A frame whose document comes from the page itself. */
const inlineDocument = 'about:srcdoc';

/**
 * The page may navigate within its own origin. A frame inside it keeps the document that the page provided (diagrams are
 * drawn in one without an origin).
 */
const mayNavigate = (url: string, isMainFrame: boolean): boolean =>
  isMainFrame ? isOwnUrl(url) : url === inlineDocument;

interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
}

function denyForeign(details: Event<Navigation>): void {
  if (!mayNavigate(details.url, details.isMainFrame)) details.preventDefault();
}

/**
 * Applied to every web contents in `web-contents-created`, so that no later window can be forgotten. Navigation and
 * popups are denied; an allowed popup URL opens in the user's browser instead.
 */
export function applyPolicies(contents: WebContents): void {
  // Three events for links and scripts, frames, and redirects of either.
  contents.on('will-navigate', denyForeign);
  contents.on('will-frame-navigate', denyForeign);
  contents.on('will-redirect', denyForeign);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url).catch(() => undefined);
    return { action: 'deny' };
  });
}
