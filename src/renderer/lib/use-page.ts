import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { brand } from '../../shared/brand.ts';

/** What stands in the tab: the page's own title, and whose it is. */
export const titleOf = (title: string): string => (title === brand ? brand : `${title} · ${brand}`);

/** Names the page in the tab and in the history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = titleOf(title);
  }, [title]);
}

/**
 * Makes a component the page: names it, and after a change of page starts at its top with the focus on its heading,
 * because a screen reader hears nothing of a route that changes by itself. Put the result on the `h1`, with
 * `tabIndex={-1}`.
 */
export function usePage(title: string): RefObject<HTMLHeadingElement | null> {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    const anchor = hash ? document.getElementById(anchorOf(hash)) : null;
    if (anchor) anchor.scrollIntoView();
    // Back, forward and the first load keep the browser's own place.
    else if (!isReturn) {
      window.scrollTo({ top: 0, behavior: 'instant' });
      heading.current?.focus({ preventScroll: true });
    }
  }, [hash, pathname, isReturn]);
  return heading;
}

/** The id that a hash names; one that is not well encoded (`#%`) names nothing, and breaks no page. */
function anchorOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
