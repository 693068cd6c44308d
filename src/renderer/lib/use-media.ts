import { useCallback, useSyncExternalStore } from 'react';

/** Where a page is drawn at the build there is no window: the narrowest look, with motion. */
const holdsNowhere = () => false;

/** Whether a media query holds, followed while mounted. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches, holdsNowhere);
}
