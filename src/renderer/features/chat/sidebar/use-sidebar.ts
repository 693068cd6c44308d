import { useCallback, useState, useSyncExternalStore } from 'react';
import { platform } from '../../../platform/index.ts';
import { chatLimits } from '../constants.ts';

/** Name of the cookie on the web, and of the setting on the desktop [CHAT-022]. */
const STATE_KEY = 'sidebar_state';
// Just under the limit, because widths have fractions and "below 768 px" excludes 768 [UX-007].
const narrow = `(max-width: ${chatLimits.narrowBelow - 0.02}px)`;

/** Whether the sidebar is open. On narrow screens it is a drawer that starts closed and whose state is not kept [CHAT-019, CHAT-022]. */
export function useSidebar() {
  const isNarrow = useSyncExternalStore(onNarrow, isNarrowNow);
  const [isOpenWide, setIsOpenWide] = useState(() => platform.uiState.get(STATE_KEY) !== 'false');
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  if (!isNarrow && isDrawerOpen) setIsDrawerOpen(false);
  const toggle = useCallback(() => {
    if (isNarrow) {
      setIsDrawerOpen((isOpen) => !isOpen);
      return;
    }
    setIsOpenWide(!isOpenWide);
    platform.uiState.set(STATE_KEY, String(!isOpenWide));
  }, [isNarrow, isOpenWide]);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  return { isNarrow, isOpen: isNarrow ? isDrawerOpen : isOpenWide, toggle, closeDrawer };
}

function isNarrowNow(): boolean {
  return window.matchMedia(narrow).matches;
}

function onNarrow(listener: () => void): () => void {
  const media = window.matchMedia(narrow);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
