import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { markdownTexts } from './texts.ts';

/** A text, or where it is made when it is asked for. */
export type CopySource = string | (() => Promise<string>);

/** How long the icon says that the text was copied (ms) [CHAT-098]. */
export const copiedFor = 2_000;

/** Copies a text, says so in a toast [CHAT-097, CHAT-099] and remembers for two seconds that it did. */
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
      timer.current = setTimeout(() => setIsCopied(false), copiedFor);
    },
    [successMessage],
  );
  return { isCopied, copy };
}
