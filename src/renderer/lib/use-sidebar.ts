import { useCallback, useState } from 'react';
import { platform } from '../platform/index.ts';
import { useMedia } from './use-media.ts';

// Just below 768 px, because widths can be fractional [UX-007].
const narrowScreen = '(max-width: 767.98px)';

/**
 * Opens and closes the sidebar. On narrow viewports, it starts closed and its state is not saved [ADMIN-006, CHAT-019].
 *
 * @param stateKey the name of the cookie (web) or of the setting (desktop) [CHAT-022]
 */
export function useSidebar(stateKey: string) {
  const isNarrow = useMedia(narrowScreen);
  const [isWideOpen, setIsWideOpen] = useState(() => platform.uiState.get(stateKey) !== 'false');
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  if (!isNarrow && isDrawerOpen) setIsDrawerOpen(false);
  const toggle = useCallback(() => {
    if (isNarrow) {
      setIsDrawerOpen((isOpen) => !isOpen);
      return;
    }
    setIsWideOpen(!isWideOpen);
    platform.uiState.set(stateKey, String(!isWideOpen));
  }, [isNarrow, isWideOpen, stateKey]);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  return { isNarrow, isOpen: isNarrow ? isDrawerOpen : isWideOpen, toggle, closeDrawer };
}
