import { type RefObject, useEffect, useState } from 'react';
import { selectedRange } from './selected-rows.ts';

/** True while text of a message is selected, or the selection bar has the focus. */
export function useHasSelection(listRef: RefObject<HTMLElement | null>): boolean {
  const [hasSelection, setHasSelection] = useState(false);
  useEffect(() => {
    const onChange = () => {
      const isInBar = Boolean(document.activeElement?.closest('[role="toolbar"]'));
      const hasText = listRef.current !== null && selectedRange(listRef.current) !== null;
      setHasSelection((before) => hasText || (before && isInBar));
    };
    document.addEventListener('selectionchange', onChange);
    document.addEventListener('focusin', onChange);
    return () => {
      document.removeEventListener('selectionchange', onChange);
      document.removeEventListener('focusin', onChange);
    };
  }, [listRef]);
  return hasSelection;
}
