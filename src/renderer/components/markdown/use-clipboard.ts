import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { markdownTexts } from './texts.ts';

/** How long the icon says that the text was copied (ms) [CHAT-098]. */
export const copiedFor = 2_000;

/** Copies a text, says so in a toast [CHAT-097, CHAT-099] and remembers for two seconds that it did. */
export function useClipboard(successMessage: string): {
  readonly isCopied: boolean;
  readonly copy: (text: string) => Promise<void>;
} {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(
    async (text: string) => {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        showToast({ ...markdownTexts.copyFailure, variant: 'destructive' });
        return;
      }
      showToast({ title: markdownTexts.copiedTitle, message: successMessage, variant: 'success' });
      setIsCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIsCopied(false), copiedFor);
    },
    [successMessage],
  );
  return { isCopied, copy };
}
