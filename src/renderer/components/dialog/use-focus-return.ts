import { useEffect, useState } from 'react';

/**
 * Returns the focus when a dialog unmounts while it is open. Mantine returns it only if the dialog closes
 * first.
 */
export function useFocusReturn(returnsFocus: boolean): void {
  // Read it before the dialog takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!returnsFocus) return;
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [returnsFocus, opener]);
}
