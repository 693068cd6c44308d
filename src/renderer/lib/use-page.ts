import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { brand } from '../../shared/brand.ts';
import { isFirstPrerendered, reportReady } from './app-ready.ts';
import { shownLanguage } from './language.ts';

export const titleOf = (title: string): string => (title === brand ? brand : `${title} · ${brand}`);

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = titleOf(title);
  }, [title]);
}

/**
 * The page that was rendered last. A change of language renders it again, which must keep its scroll position and
 * focus.
 */
let last: { readonly location: Location; readonly language: string } | null = null;

/**
 * Sets the title. After navigation, also scrolls to the top and focuses the heading, because screen readers
 * don't announce client-side navigation. Pass the result as `ref` to the `h1` with `tabIndex={-1}`.
 */
export function usePage(title: string): RefObject<HTMLHeadingElement | null> {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();
  const { hash, pathname } = location;
  const isReturn = useNavigationType() === 'POP';
  useEffect(reportReady, []);
  const arrive = useEffectEvent(() => {
    const isTranslated = last?.location === location && last.language !== shownLanguage();
    if (isTranslated || isFirstPrerendered(pathname)) return;
    const anchor = hash ? document.getElementById(anchorOf(hash)) : null;
    if (anchor) anchor.scrollIntoView();
    // Back, forward and the first load keep the browser's scroll position.
    else if (!isReturn) {
      window.scrollTo({ top: 0, behavior: 'instant' });
      heading.current?.focus({ preventScroll: true });
    }
  });
  useEffect(() => arrive(), [hash, pathname, isReturn]);
  // Needs the whole location, because a link to the page itself changes neither its path nor its hash.
  useEffect(() => void (last = { location, language: shownLanguage() }), [location]);
  return heading;
}

/** Returns an empty id if the hash is badly encoded (`#%`). */
function anchorOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
