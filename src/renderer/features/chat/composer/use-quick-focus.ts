import { type RefObject, useEffect } from 'react';
import { platform } from '../../../platform/index.ts';

export function useQuickFocus(input: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (!platform.shell?.isQuickAsk) return;
    const focus = () => input.current?.focus();
    focus();
    // The window is hidden and shown again instead of being recreated.
    window.addEventListener('focus', focus);
    return () => window.removeEventListener('focus', focus);
  }, [input]);
}
