import { useCallback, useState } from 'react';
import { useMedia } from '../../../lib/use-media.ts';
import { platform } from '../../../platform/index.ts';

/** Name of the cookie on the web, and of the setting on the desktop. */
const STATE_KEY = 'admin_sidebar_state';
// Just under the limit, because widths have fractions and "below 768 px" excludes 768 [UX-007].
const narrow = '(max-width: 767.98px)';

/** Whether the console's sidebar shows its words. On small screens it is a drawer that starts closed [ADMIN-006]. */
export function useConsoleSidebar() {
  const isNarrow = useMedia(narrow);
  const [isWideOpen, setIsWideOpen] = useState(() => platform.uiState.get(STATE_KEY) !== 'false');
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  if (!isNarrow && isDrawerOpen) setIsDrawerOpen(false);
  const toggle = useCallback(() => {
    if (isNarrow) {
      setIsDrawerOpen((isOpen) => !isOpen);
      return;
    }
    setIsWideOpen(!isWideOpen);
    platform.uiState.set(STATE_KEY, String(!isWideOpen));
  }, [isNarrow, isWideOpen]);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  return { isNarrow, isOpen: isNarrow ? isDrawerOpen : isWideOpen, toggle, closeDrawer };
}
