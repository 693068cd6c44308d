import { useEffect, useState } from 'react';

/** Returns the focus when a dialog unmounts while it is open: the library only returns it if the dialog closes before. */
export function useFocusBack(returnsFocus: boolean): void {
  // Read before the dialog takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!returnsFocus) return;
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [returnsFocus, opener]);
}
