import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { markdownTexts } from './texts.ts';

export type CopySource = string | (() => Promise<string>);

/** In milliseconds [CHAT-098]. */
const resetDelay = 2_000;

/** Shows a toast [CHAT-097, CHAT-099]; `isCopied` is true for two seconds. */
export function useClipboard(successMessage: string): {
  readonly isCopied: boolean;
  readonly copy: (text: CopySource) => Promise<void>;
} {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(
    async (text: CopySource) => {
      try {
        await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      } catch {
        showToast({ ...markdownTexts.copyFailure, variant: 'destructive' });
        return;
      }
      showToast({ title: markdownTexts.copiedTitle, message: successMessage, variant: 'success' });
      setIsCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIsCopied(false), resetDelay);
    },
    [successMessage],
  );
  return { isCopied, copy };
}
